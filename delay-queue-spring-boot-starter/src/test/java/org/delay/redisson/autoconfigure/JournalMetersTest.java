package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.tck.server.RedisServer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Meters and health of the journal. */
class JournalMetersTest {

    private static final Duration LATER = Duration.ofHours(1);
    private static final String INDICATOR = "delayQueueJournalHealthIndicator";

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static ApplicationContextRunner application() {
        return Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueJournalAutoConfiguration.class,
                        DelayQueueJournalMetricsAutoConfiguration.class,
                        DelayQueueJournalHealthAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withUserConfiguration(Database.class)
                .withPropertyValues(
                        "delay.redisson.journal.enabled=true",
                        "delay.redisson.metrics.refresh=100ms",
                        "delay.redisson.health.timeout=5s",
                        "delay.redisson.register-service=" + UUID.randomUUID());
    }

    private static List<String> journalMeters() {
        return Arrays.stream(DelayQueueMeter.values())
                .map(DelayQueueMeter::getName)
                .filter(name -> name.startsWith("delay.queue.journal."))
                .toList();
    }

    @Test
    void everyMeterIsThereFromTheStart() {
        application().run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(journalMeters()).isNotEmpty().allSatisfy(name -> {
                assertThat(registry.get(name).meter().getId().getTags()).isEmpty();
                registry.get(name)
                        .meter()
                        .measure()
                        .forEach(measurement ->
                                assertThat(measurement.getValue()).isZero());
            });
        });
    }

    @Test
    void whatWaitsForRedisAndWhatIsPutBack() {
        // Nobody else puts it back.
        application().withPropertyValues("delay.redisson.journal.restore=off").run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status ->
                            context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER));

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> registry.get("delay.queue.journal.relay")
                                    .functionTimer()
                                    .count()
                            == 1);
            assertThat(registry.get("delay.queue.journal.relay").functionTimer().totalTime(TimeUnit.SECONDS))
                    .isPositive();
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            registry.get("delay.queue.journal.pending").gauge().value() == 0);

            RedissonClient client = context.getBean(RedisConnection.class).client();
            client.getKeys().flushall();
            context.getBean(DelayQueueJournal.class).restore(RestoreRequest.ALL, progress -> {});

            assertThat(registry.get("delay.queue.journal.restored")
                            .functionCounter()
                            .count())
                    .isOne();
        });
    }

    @Test
    void aDatabaseThatDoesNotAnswer() {
        application().run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            HealthIndicator health = context.getBean(INDICATOR, HealthIndicator.class);
            Health before = health.health();
            assertThat(before.getStatus()).isEqualTo(Status.UP);
            assertThat(before.getDetails())
                    .containsEntry("pending", 0L)
                    .containsEntry("oldestPending", "PT0S")
                    .containsEntry("unrecorded", 0);

            context.getBean(MayFail.class).failing = true;

            Health down = health.health();
            assertThat(down.getStatus()).isEqualTo(Status.DOWN);
            assertThat((String) down.getDetails().get("reason")).startsWith("The journal's database did not answer");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Double.isNaN(
                            registry.get("delay.queue.journal.pending").gauge().value()));
        });
    }

    @Test
    void recordedMessagesThatDoNotReachRedis() {
        application().withPropertyValues("delay.redisson.health.max-overdue=1s").run(context -> {
            HealthIndicator health = context.getBean(INDICATOR, HealthIndicator.class);
            context.getBean(JournalLifecycle.class).stop();
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status ->
                            context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER));

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> health.health().getStatus().equals(Status.OUT_OF_SERVICE));

            assertThat(health.health().getDetails()).containsEntry("pending", 1L);
        });
    }

    @Test
    void nothingOfThemWithoutTheJournal() {
        application()
                .withPropertyValues("delay.redisson.journal.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(DelayQueueMessage.class)
                        .doesNotHaveBean(JournalMeters.class)
                        .doesNotHaveBean(INDICATOR));
        application()
                .withPropertyValues("delay.redisson.journal.enabled=false")
                .withClassLoader(new FilteredClassLoader("org.delay.redisson.journal"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(INDICATOR));
    }

    /** As a database that refuses connections. */
    static final class MayFail extends DelegatingDataSource {

        volatile boolean failing;

        @Override
        public Connection getConnection() throws SQLException {
            if (failing) {
                throw new SQLException("refused on purpose");
            }
            return super.getConnection();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Database {

        @Bean
        MayFail database() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            MayFail mayFail = new MayFail();
            mayFail.setTargetDataSource(database);
            return mayFail;
        }

        @Bean
        PlatformTransactionManager manager(DataSource database) {
            return new JdbcTransactionManager(database);
        }
    }
}
