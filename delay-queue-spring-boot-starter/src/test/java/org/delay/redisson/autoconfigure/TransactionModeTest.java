package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** When sends inside transactions are done, as the property says. */
class TransactionModeTest {

    private static final Duration LATER = Duration.ofHours(1);
    private static final String SPRING_TX = "org.springframework.transaction";

    private static ApplicationContextRunner application() {
        return Runners.plain()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build());
    }

    private static ApplicationContextRunner withDatabase() {
        return application().withBean(PlatformTransactionManager.class, () -> {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:transaction-mode");
            return new DataSourceTransactionManager(database);
        });
    }

    private static Outcome sentInTransaction(ApplicationContext context, List<Long> dueBeforeCommit) {
        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).execute(status -> {
            Outcome outcome = producer.sendMessage("orders", "text", LATER).outcome();
            dueBeforeCommit.add(due(context));
            return outcome;
        });
    }

    private static long due(ApplicationContext context) {
        return context.getBean(DelayQueueMessage.class).counts("orders").due();
    }

    @Test
    void byDefaultASendIsImmediate() {
        withDatabase().run(context -> {
            List<Long> due = new ArrayList<>();
            assertThat(sentInTransaction(context, due)).isEqualTo(Outcome.SCHEDULED);
            assertThat(due).containsExactly(1L);
        });
    }

    /** Spring Boot accepts them all. */
    @ParameterizedTest
    @ValueSource(strings = {"after-commit", "AFTER_COMMIT", "afterCommit"})
    void aSendWaitsForTheCommitAndIsCountedThen(String value) {
        withDatabase().withPropertyValues("delay.redisson.transaction=" + value).run(context -> {
            List<Long> due = new ArrayList<>();
            assertThat(sentInTransaction(context, due)).isEqualTo(Outcome.RECORDED);
            assertThat(due).containsExactly(0L);
            assertThat(due(context)).isOne();
            assertThat(context.getBean(MeterRegistry.class)
                            .get(DelayQueueMeter.SCHEDULED.getName())
                            .counters())
                    .singleElement()
                    .satisfies(counter ->
                            assertThat(counter.getId().getTag("outcome")).isEqualTo("scheduled"));
        });
    }

    @Test
    void springTxIsOptional() {
        application().withClassLoader(new FilteredClassLoader(SPRING_TX)).run(context -> {
            context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
            assertThat(due(context)).isOne();
        });
    }

    @Test
    void withoutSpringTxNothingWouldWait() {
        application()
                .withPropertyValues("delay.redisson.transaction=after-commit")
                .withClassLoader(new FilteredClassLoader(SPRING_TX))
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription())
                            .isEqualTo(
                                    "'delay.redisson.transaction' is 'after-commit', but spring-tx is not on the class"
                                            + " path.");
                    assertThat(Analyses.of(context).getAction()).contains("spring-boot-starter-jdbc");
                });
    }
}
