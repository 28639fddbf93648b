package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;

/** What is committed reaches Redis, whatever dies in between, and the last change of a message stays. */
@Execution(ExecutionMode.CONCURRENT)
class RelayTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void commitsWhileRedisIsDownAreSentWhenItIsBack() {
        App app = app(database(Databases.H2, 4)).started();
        redis.kill();
        try {
            app.inTransaction(status -> app.send("a", LATER));
            assertThat(app.send("b", LATER).outcome()).isEqualTo(Outcome.RECORDED);
            assertThat(app.send("c", LATER).outcome()).isEqualTo(Outcome.RECORDED);
            assertThat(app.queue().cancel(TOPIC, "c")).isEqualTo(CancelResult.RECORDED);
        } finally {
            redis.restart();
        }

        await().atMost(LONG).ignoreExceptions().until(() -> app.isInRedis("a") && app.isInRedis("b"));
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        assertThat(app.isInRedis("c")).isFalse();
    }

    /** Redis hung for so long that the call failed, for example. The sweep would come again after 30 s or later. */
    @Test
    void whatFailsOnceIsSentAgainAtOnce() {
        AtomicInteger reads = new AtomicInteger();
        App app = app(
                        database(Databases.H2, 4),
                        JournalSettings.DEFAULTS,
                        store -> before(store, "pending", () -> {
                            // The relay reads rows just before it tells Redis of them.
                            maxMemory(reads.incrementAndGet() == 1 ? "1" : "0");
                        }))
                .started();

        app.inTransaction(status -> app.send("a", LATER));

        app.awaitInRedis("a");
        assertThat(reads).hasValue(2);
    }

    private void maxMemory(String bytes) {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        RedissonClient client = Redisson.create(config);
        client.getRedisNodes(RedisNodes.SINGLE).getInstance().setConfig("maxmemory", bytes);
        client.shutdown();
    }

    private static JournalStore before(JournalStore store, String call, Runnable action) {
        return (JournalStore) Proxy.newProxyInstance(
                JournalStore.class.getClassLoader(), new Class<?>[] {JournalStore.class}, (self, method, args) -> {
                    if (method.getName().equals(call)) {
                        action.run();
                    }
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void anotherInstanceRelaysWhatOneHasOnlyCommitted() {
        HikariDataSource database = database(Databases.H2, 4);
        App dead = app(database);
        dead.inTransaction(status -> dead.send("a", LATER));
        assertThat(dead.isInRedis("a")).isFalse();

        app(database).started();

        dead.awaitInRedis("a");
    }

    @Test
    void twoRelaysTellRedisOfEverything() {
        HikariDataSource database = database(Databases.H2, 6);
        App one = app(database).started();
        App two = app(database).started();
        for (int i = 0; i < 150; i++) {
            String id = "m-" + i;
            one.inTransaction(status -> one.send(id, LATER));
            two.inTransaction(status -> two.send("x" + id, LATER));
        }

        await().atMost(LONG).until(() -> one.redis().counts(TOPIC).due() == 300);
        await().atMost(LONG).until(() -> one.journal().operations().backlog().pending() == 0);
        assertThat(one.redis().counts(TOPIC).due()).isEqualTo(300);
    }

    @ParameterizedTest
    @EnumSource
    void oneIdChangedByEightThreads(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 12);
        App one = app(database).started();
        App two = app(database).started();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                App app = i % 2 == 0 ? one : two;
                all.add(threads.submit(() -> {
                    for (int step = 0; step < 40; step++) {
                        change(app);
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get(10, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }

        await().atMost(LONG).until(() -> one.journal().operations().backlog().pending() == 0);
        await().atMost(LONG).untilAsserted(() -> assertRedisEqualsDatabase(one));
    }

    /** What was cancelled may be in Redis once more, but only under a revision that the check before the delivery recognises. */
    private static void assertRedisEqualsDatabase(App app) {
        JournalRow row = app.store().find(new MessageKey(TOPIC, "one")).orElseThrow();
        Optional<StoredRevision> stored = app.redis()
                .revisions()
                .orElseThrow()
                .locate(List.of(new MessageName(TOPIC, "one")))
                .get(0);
        long revision = stored.map(StoredRevision::revision).orElse(0L);
        if (row.version().state() == MessageState.WAITING) {
            assertThat(revision).isEqualTo(row.version().revision());
        } else {
            assertThat(revision).isLessThan(row.version().revision());
        }
    }

    private static void change(App app) {
        int dice = ThreadLocalRandom.current().nextInt(6);
        Runnable change = () -> {
            switch (dice % 3) {
                case 0 -> app.send("one", LATER.plusSeconds(dice));
                case 1 -> app.queue().cancel(TOPIC, "one");
                default -> app.queue().reschedule(TOPIC, "one", LATER.plusSeconds(dice));
            }
        };
        if (dice < 3) {
            change.run();
        } else {
            app.inTransaction(status -> {
                change.run();
                if (ThreadLocalRandom.current().nextInt(4) == 0) {
                    status.setRollbackOnly();
                }
            });
        }
    }
}
