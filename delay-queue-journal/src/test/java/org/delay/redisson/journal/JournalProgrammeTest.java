package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.config.Config;

/**
 * Failures under load, checked by a ledger. {@code -Djournal.messages=100000} sets how many messages there are; the build takes
 * fewer.
 */
@Slf4j
@Execution(ExecutionMode.CONCURRENT)
class JournalProgrammeTest extends JournalFixture {

    private static final int MESSAGES = Integer.getInteger("journal.messages", 1_500);
    private static final Duration LONG = Duration.ofSeconds(90 + MESSAGES / 100);
    private static final int BULK = 100;

    private final Ledger ledger = new Ledger();
    private final List<DispatchEngine> engines = new ArrayList<>();

    @AfterEach
    void stopEngines() {
        engines.forEach(engine -> engine.stop(Duration.ofSeconds(20)));
    }

    private void deliver(App app) {
        DispatchEngine engine = DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        ledger.delivered(messages);
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        engines.add(engine);
    }

    private void send(App app, String prefix, int from, int to, Duration delay) {
        for (int first = from; first < to; first += BULK) {
            List<OutgoingMessage> messages = IntStream.range(first, Math.min(to, first + BULK))
                    .mapToObj(i -> message(prefix + i, delay))
                    .toList();
            app.queue().schedule(messages).forEach(this::owe);
        }
    }

    private void owe(Receipt receipt) {
        ledger.owe(receipt.id(), receipt.dueTime());
    }

    private void flushAll() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        var client = Redisson.create(config);
        client.getKeys().flushall();
        client.shutdown();
    }

    private static void parallel(int threads, ThrowingTask task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                all.add(pool.submit(() -> {
                    task.run(number);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private interface ThrowingTask {

        void run(int number) throws Exception;
    }

    /** Transactions that commit, roll back, or roll back to a savepoint. */
    @ParameterizedTest
    @EnumSource
    void transactionsOfAllEnds(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 12);
        App one = app(database).started();
        App two = app(database).started();
        deliver(one);
        deliver(two);
        parallel(4, number -> {
            Random random = new Random(number);
            App app = number % 2 == 0 ? one : two;
            for (int i = 0; i < MESSAGES / 20; i++) {
                transaction(app, number + "-" + i, random.nextInt(3));
            }
        });

        await().atMost(LONG).until(ledger::isSettled);
        log.info("Transactions of all ends on {}: {}", kind, ledger.check());
    }

    private void transaction(App app, String id, int end) {
        Duration delay = Duration.ofMillis(300);
        List<Receipt> kept = new ArrayList<>();
        app.inTransaction(status -> {
            kept.add(app.send("first-" + id, delay));
            Object savepoint = status.createSavepoint();
            Receipt second = app.send("second-" + id, delay);
            if (end == 1) {
                status.rollbackToSavepoint(savepoint);
                ledger.rolledBack(second.id());
            } else {
                kept.add(second);
            }
            if (end == 2) {
                status.setRollbackOnly();
            }
        });
        kept.forEach(receipt -> {
            if (end == 2) {
                ledger.rolledBack(receipt.id());
            } else {
                owe(receipt);
            }
        });
    }

    /** Redis loses everything, and is restored while applications run. */
    @ParameterizedTest
    @EnumSource
    void flushAllUnderLoad(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 16);
        App one = app(database).started();
        App two = app(database).started();
        deliver(one);
        deliver(two);
        send(one, "early-", 0, MESSAGES / 10, Duration.ofSeconds(1));
        send(one, "late-", 0, MESSAGES, Duration.ofSeconds(13).plusMillis(MESSAGES * 2L));
        for (int i = 0; i < MESSAGES; i += 10) {
            ledger.cancelled("late-" + i, one.queue().cancel(TOPIC, "late-" + i));
        }
        Thread sender = new Thread(() -> send(two, "flow-", 0, MESSAGES / 10, Duration.ofSeconds(2)));
        sender.start();
        await().atMost(LONG).until(() -> ledger.size() > MESSAGES / 20);
        Map<String, Integer> ended = ledger.times(one.delivered());
        flushAll();
        var operations = two.journal().operations();
        RestoreReport expected = operations.restore(RestoreRequest.ALL.withDryRun(true), progress -> {});
        Instant began = Instant.now();
        RestoreReport report = operations.restore(RestoreRequest.ALL.withPerSecond(100_000), progress -> {});
        Duration took = Duration.between(began, Instant.now());
        sender.join();
        RestoreReport again = operations.restore(RestoreRequest.ALL, progress -> {});

        assertThat(report.failed()).isZero();
        await().atMost(LONG).until(ledger::isSettled);
        assertThat(ended).isNotEmpty();
        assertThat(ledger.times(ended.keySet())).as("resurrected").isEqualTo(ended);
        log.info(
                "FLUSHALL under load on {}: dry run {}, restored {} in {}, then {}; {}, resurrected 0 of {}",
                kind,
                expected,
                report,
                took,
                again,
                ledger.check(),
                ended.size());
    }

    /** One id is sent, rescheduled and cancelled by many. In the end, Redis has what the database has. */
    @ParameterizedTest
    @EnumSource
    void oneIdChangedByEightThreads(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 16);
        List<App> apps = List.of(app(database).started(), app(database).started());
        parallel(8, number -> {
            App app = apps.get(number % 2);
            Random random = new Random(number);
            for (int i = 0; i < 40; i++) {
                change(app, random.nextInt(5));
            }
        });

        await().atMost(LONG).untilAsserted(() -> {
            var message = apps.get(0).journal().operations().find(TOPIC, "one").orElseThrow();
            var version = message.row().version();
            StoredRevision inRedis = message.inRedis();
            if (version.state() == MessageState.WAITING) {
                assertThat(inRedis).isNotNull();
                assertThat(inRedis.revision()).isEqualTo(version.revision());
            } else {
                assertThat(inRedis).isNull();
            }
        });
    }

    private static void change(App app, int what) {
        switch (what) {
            case 0 -> app.queue().cancel(TOPIC, "one");
            case 1 -> app.queue().reschedule(TOPIC, "one", LATER.multipliedBy(2));
            case 2 -> app.inTransaction(status -> app.send("one", LATER));
            case 3 -> app.inTransaction(status -> app.queue().cancel(TOPIC, "one"));
            default -> app.send("one", LATER);
        }
    }

    /** Ids that databases like to confuse, and bodies that they like to refuse. */
    @ParameterizedTest
    @EnumSource
    void unusualIdsAndBodies(Databases kind) {
        HikariDataSource database = database(kind, 8);
        App app = app(database).started();
        Map<String, String> bodies = Map.of(
                "a", "small",
                "A", "large",
                "a ", "with a space",
                "\uD83D\uDE00", "\uD83D\uDE00",
                "nul", "before\u0000after",
                "long", "ä".repeat(128 * 1024));
        bodies.forEach((id, body) -> app.queue()
                .schedule(List.of(OutgoingMessage.to(TOPIC)
                        .id(id)
                        .body(body)
                        .delay(Duration.ofSeconds(5))
                        .build())));
        flushAll();
        app.journal().operations().restore(RestoreRequest.ALL, progress -> {});
        Map<String, String> received = new ConcurrentHashMap<>();
        DispatchEngine engine = DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(message -> received.put(message.id(), message.body()));
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        engines.add(engine);

        await().atMost(LONG).until(() -> received.size() == bodies.size());
        assertThat(received).isEqualTo(bodies);
    }
}
