package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt;
import org.delay.redisson.examples.services.Billing;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The journal in an application. */
class JournalTest {

    private static final Duration LATER = Duration.ofHours(1);

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static ApplicationContextRunner withoutDatabase() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(DelayQueueJournalAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.journal.enabled=true", "delay.redisson.register-service=" + UUID.randomUUID());
    }

    private static ApplicationContextRunner application() {
        return withoutDatabase()
                .withBean("database", DataSource.class, JournalTest::database)
                .withUserConfiguration(OneManager.class);
    }

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
        return database;
    }

    @Test
    void aSendIsPartOfTheTransactionAndItsDeliveryIsRecorded() {
        application().withBean(Collected.class).run(context -> {
            DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
            DelayQueueJournal journal = context.getBean(DelayQueueJournal.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            transaction.executeWithoutResult(status -> {
                producer.sendMessage("orders", "rolled back", Duration.ZERO);
                status.setRollbackOnly();
            });
            Receipt receipt = transaction.execute(status -> producer.sendMessage("orders", "committed", Duration.ZERO));

            assertThat(receipt.outcome()).isEqualTo(Receipt.Outcome.RECORDED);
            assertThat(context.getBean(Collected.class).next().message().body()).isEqualTo("committed");
            await().untilAsserted(() -> assertThat(journal.find("orders", receipt.id())
                            .orElseThrow()
                            .row()
                            .version()
                            .state())
                    .isEqualTo(MessageState.DELIVERED));
        });
    }

    @Test
    void offByDefault() {
        application()
                .withPropertyValues("delay.redisson.journal.enabled=false", "delay.redisson.auto-startup=false")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueueJournal.class);
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
                    assertThat(context.getBean(DelayQueueMessage.class)
                                    .counts("orders")
                                    .due())
                            .isOne();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.delay.redisson.journal", "org.springframework.jdbc"})
    void nothingOfItIsNeededWhereItIsOff(String packages) {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(DelayQueueJournalAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(packages))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("optional", "text", LATER);
                });
    }

    /** Sends that are silently not recorded would be a surprise. */
    @ParameterizedTest
    @ValueSource(strings = {"org.delay.redisson.journal", "org.springframework.jdbc"})
    void switchedOnWithoutItTheApplicationDoesNotStart(String packages) {
        withoutDatabase()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .withClassLoader(new FilteredClassLoader(packages))
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("delay-queue-journal"));
    }

    @Test
    void sendsThatWaitForTheCommitContradictIt() {
        application()
                .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.transaction=after-commit")
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription()).contains("'after-commit'");
                    assertThat(Analyses.of(context).getAction()).contains("delay.redisson.transaction");
                });
    }

    @Test
    void aDatabaseIsNeeded() {
        withoutDatabase()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("no DataSource"));
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsNamed() {
        withoutDatabase()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .withBean("database", DataSource.class, () -> {
                    JdbcDataSource nobody = new JdbcDataSource();
                    nobody.setURL("jdbc:h2:tcp://localhost:1/none");
                    return nobody;
                })
                .withUserConfiguration(OneManager.class)
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription())
                            .startsWith("The journal's database does not answer: ");
                    assertThat(Analyses.of(context).getAction()).contains("Start the database");
                });
    }

    @Test
    void aPrefixThatIsNoneIsRefused() {
        application()
                .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.journal.table-prefix=1x")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("delay.redisson.journal.tablePrefix")
                        .contains("not begin with a digit"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.module", "org.delay.redisson.journal"})
    void aSwitchThatIsMisspeltIsNamed(String absent) {
        withoutDatabase()
                .withClassLoader(new FilteredClassLoader(absent))
                .withPropertyValues(
                        "delay.redisson.auto-startup=false",
                        "delay.redisson.journal.enabled=false",
                        "delay.redisson.journal.enable=true")
                .run(context -> assertThat(Analyses.of(context).getAction())
                        .isEqualTo("Set 'delay.redisson.journal.enabled' instead."));
    }

    @Test
    void missingTablesAreNamed() {
        application()
                .withPropertyValues(
                        "delay.redisson.auto-startup=false", "delay.redisson.journal.initialize-schema=never")
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("delay_message"));
    }

    @Test
    void onlySomeTopicsAreRecorded() {
        application()
                .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.journal.topics=mail-*")
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    DelayQueueJournal journal = context.getBean(DelayQueueJournal.class);
                    assertThat(journal.find(
                                    "orders",
                                    producer.sendMessage("orders", "text", LATER)
                                            .id()))
                            .isEmpty();
                    assertThat(journal.find(
                                    "mail-eu",
                                    producer.sendMessage("mail-eu", "text", LATER)
                                            .id()))
                            .isPresent();
                });
    }

    @Test
    void aPatternThatIsNoneIsRefused() {
        application()
                .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.journal.topics=*-eu")
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("delay.redisson.journal.topics"));
    }

    @Test
    void ofSeveralDatabasesTheMarkedOneIsUsed() {
        withoutDatabase()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .withBean("other", DataSource.class, JournalTest::database)
                .withUserConfiguration(Marked.class)
                .run(context -> {
                    Receipt receipt =
                            context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", LATER);
                    assertThat(new JdbcTemplate(context.getBean("marked", DataSource.class))
                                    .queryForList("select id from delay_message", String.class))
                            .containsExactly(receipt.id());
                });
    }

    @Test
    void messagesOfASecondServiceAreSentButNotRecorded() {
        application()
                .withPropertyValues("delay.redisson.auto-startup=false")
                .withBean(RedissonClient.class, JournalTest::client)
                .withUserConfiguration(Billing.class)
                .run(context -> {
                    DelayQueueMessageProducer own = context.getBean(DelayQueueMessageProducer.class);
                    DelayQueueMessageProducer billing =
                            context.getBean("billingProducer", DelayQueueMessageProducer.class);
                    DelayQueueJournal journal = context.getBean(DelayQueueJournal.class);

                    Receipt recorded = own.sendMessage("orders", "text", LATER);
                    Receipt sent = billing.sendMessage("invoice", "text", LATER);

                    assertThat(journal.find("orders", recorded.id())).isPresent();
                    assertThat(journal.find("invoice", sent.id())).isEmpty();
                    assertThat(context.getBean("billingQueue", DelayQueueMessage.class)
                                    .counts("invoice")
                                    .due())
                            .isOne();
                });
    }

    @Test
    void aQueueOfAnotherServiceInThePlaceOfTheOwnIsNamed() {
        application()
                .withBean(RedissonClient.class, JournalTest::client)
                .withUserConfiguration(Misplaced.class)
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription()).contains("is for service 'billing', not for '");
                    assertThat(Analyses.of(context).getAction()).contains("@Bean(defaultCandidate = false)");
                });
    }

    private static RedissonClient client() {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://localhost:" + redis.port());
        return Redisson.create(config);
    }

    @Configuration(proxyBeanMethods = false)
    static class OneManager {

        @Bean
        PlatformTransactionManager manager(DataSource database) {
            return new JdbcTransactionManager(database);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Misplaced {

        @Bean
        DelayQueueMessage billingQueue(RedissonClient client, BodyConverter converter) {
            return RedissonDelayQueue.on(client)
                    .service("billing")
                    .bodyConverter(converter)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean
        @ForDelayQueue
        DataSource marked() {
            return database();
        }

        @Bean
        PlatformTransactionManager manager(@ForDelayQueue DataSource database) {
            return new JdbcTransactionManager(database);
        }
    }
}
