package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** While the database is away, deliveries go on; what became of them is recorded later. */
@Execution(ExecutionMode.CONCURRENT)
class DatabaseAwayTest extends JournalFixture {

    private static final int MESSAGES = 60;

    @ParameterizedTest
    @EnumSource
    void deliveriesGoOnAndAreRecordedLater(Fault fault) throws Exception {
        HikariDataSource pool = database(Databases.H2, 8);
        SwitchedDataSource database = new SwitchedDataSource(pool);
        RedissonDelayQueue bare = redisQueue();
        JournalStore store = JdbcJournalStore.builder(database).service(service).build();
        Journal journal = closed(Journal.around(
                bare,
                () -> new JournalDatabase(store, database, new JdbcTransactionManager(database)),
                JournalSettings.DEFAULTS));
        journal.start();
        for (int i = 0; i < MESSAGES; i++) {
            journal.queue().schedule(List.of(message("m-" + i, Duration.ofSeconds(2))));
        }
        database.fail(fault);
        Map<String, AtomicInteger> delivered = new ConcurrentHashMap<>();
        DispatchEngine engine = DispatchEngine.builder(journal.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(message -> delivered
                                .computeIfAbsent(message.id(), unused -> new AtomicInteger())
                                .incrementAndGet());
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        try {
            await().atMost(Duration.ofMinutes(5)).until(() -> delivered.size() == MESSAGES);
            if (fault == Fault.REFUSES) {
                assertThatThrownBy(() -> journal.queue().schedule(List.of(message("new", LATER))))
                        .isInstanceOf(NotRecorded.class);
            }
            database.fail(null);
            await().atMost(Duration.ofMinutes(5))
                    .untilAsserted(() ->
                            assertThat(store.owed(TOPIC, store.now()).waiting()).isZero());
        } finally {
            database.fail(null);
            engine.stop(Duration.ofSeconds(10));
        }

        assertThat(store.find(new MessageKey(TOPIC, "m-0"))
                        .orElseThrow()
                        .version()
                        .state())
                .isEqualTo(MessageState.DELIVERED);
        // Forgotten a moment after the commit that the loop above has seen.
        await().until(() -> journal.operations().status().unrecorded() == 0);
        assertThat(delivered.values())
                .allSatisfy(times -> assertThat(times.get()).isOne());
    }

    @ParameterizedTest
    @EnumSource
    void messagesAreHeldUntilItAnswersIfThatIsWanted(Fault fault) throws Exception {
        SwitchedDataSource database = new SwitchedDataSource(database(Databases.H2, 8));
        RedissonDelayQueue bare = redisQueue();
        JournalStore store = JdbcJournalStore.builder(database).service(service).build();
        Journal journal = closed(Journal.around(
                bare,
                () -> new JournalDatabase(store, database, new JdbcTransactionManager(database)),
                JournalSettings.DEFAULTS.withDeliveryCheck(DeliveryCheckMode.HOLD)));
        journal.start();
        for (int i = 0; i < MESSAGES; i++) {
            journal.queue().schedule(List.of(message("m-" + i, Duration.ofSeconds(2))));
        }
        bare.schedule(List.of(message("without-the-journal", Duration.ofSeconds(2))));
        database.fail(fault);
        Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
        AtomicInteger delivered = new AtomicInteger();
        DispatchEngine engine = DispatchEngine.builder(journal.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        delivered.addAndGet(messages.size());
                        messages.forEach(
                                message -> attempts.computeIfAbsent(message.id(), unused -> new AtomicInteger())
                                        .addAndGet(message.attempt()));
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        try {
            await().atMost(Duration.ofSeconds(90))
                    .untilAsserted(() ->
                            assertThat(journal.operations().status().held()).isGreaterThan(2));
            assertThat(attempts.keySet()).isSubsetOf("without-the-journal");
            database.fail(null);
            await().atMost(Duration.ofSeconds(90)).until(() -> attempts.size() == MESSAGES + 1);
        } finally {
            database.fail(null);
            engine.stop(Duration.ofSeconds(10));
        }

        assertThat(delivered.get()).isEqualTo(MESSAGES + 1);
        assertThat(attempts.values())
                .allSatisfy(attempt -> assertThat(attempt.get()).isOne());
        assertThat(journal.operations().status().unasked()).isZero();
    }

    enum Fault {
        REFUSES,
        HANGS
    }

    /** A database that can be taken away. */
    private static final class SwitchedDataSource extends DelegatingDataSource {

        private volatile Fault fault;
        private volatile CountDownLatch back = new CountDownLatch(0);

        SwitchedDataSource(HikariDataSource target) {
            super(target);
        }

        void fail(Fault with) {
            CountDownLatch before = back;
            back = new CountDownLatch(with == null ? 0 : 1);
            fault = with;
            before.countDown();
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (fault == Fault.REFUSES) {
                throw new SQLTransientConnectionException("away");
            }
            try {
                back.await();
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            return super.getConnection();
        }
    }
}
