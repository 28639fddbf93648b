package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.delay.redisson.journal.store.ShardMark;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Redis loses what it took last, and gets it back by itself. Lost: 0, delivered although ended: 0. */
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class LossTest extends JournalFixture {

    private static final Logger LOG = LoggerFactory.getLogger(LossTest.class);
    private static final Duration LONG = Duration.ofSeconds(90);
    /** A machine that stands still must not let pass what the check before the delivery recognises. */
    private static final JournalSettings SETTINGS =
            JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL).withDeliveryCheck(DeliveryCheckMode.HOLD);

    @BeforeEach
    void startPersistentRedis() {
        redis.close();
        redis = RedisServer.builder()
                .config("appendonly no", "repl-backlog-size 1mb")
                .start();
    }

    /** How Redis comes to lose the end of what it was told. */
    enum Loss {
        /** A kill under {@code appendfsync everysec}, of the whole machine. */
        TAIL_OF_THE_LOG {
            @Override
            Runnable remember(RedisServer redis) {
                Path log = new RedisConsole(redis).appendOnlyFile();
                long size = RedisConsole.size(log);
                return () -> {
                    redis.kill();
                    RedisConsole.cut(log, size);
                    redis.restart();
                };
            }
        },
        /** A kill of a Redis that has snapshots only. */
        OLDER_SNAPSHOT {
            @Override
            Runnable remember(RedisServer redis) {
                assertThat(new RedisConsole(redis).call("SAVE")).isEqualTo("+OK");
                return () -> {
                    redis.kill();
                    redis.restart();
                };
            }
        };

        /** Answers what loses all that comes after this. */
        abstract Runnable remember(RedisServer redis);
    }

    @ParameterizedTest
    @EnumSource
    void theEndIsLostAndSentAgain(Loss loss) {
        if (loss == Loss.TAIL_OF_THE_LOG) {
            redis.close();
            redis = RedisServer.builder()
                    .config("appendonly yes", "appendfsync everysec")
                    .start();
        }
        HikariDataSource database = database(Databases.POSTGRESQL, 12);
        App one = app(database, SETTINGS).started();
        App two = app(database, SETTINGS).started();
        send(one, "kept-", 100, LATER);
        send(one, "moved-", 20, LATER);
        send(two, "cancelled-", 20, Duration.ofSeconds(3));
        send(two, "delivered-", 20, Duration.ZERO);
        awaitMarkAbove(one, 1);
        Runnable strike = loss.remember(redis);

        List<String> ended = new ArrayList<>(deliver(one, 20));
        for (int i = 0; i < 20; i++) {
            assertThat(two.queue().cancel(TOPIC, "cancelled-" + i)).isNotNull();
            ended.add("cancelled-" + i);
            one.queue().reschedule(TOPIC, "moved-" + i, LATER.multipliedBy(2));
        }
        long mark = mark(one).mark();
        send(one, "tail-", 150, LATER);
        awaitMarkAbove(one, mark + 1);
        await().atMost(LONG).until(() -> one.journal().operations().backlog().pending() == 0);
        // The relay sends these again where it could not confirm them before the loss: that is no restore.
        send(two, "tail-later-", 50, LATER);
        strike.run();
        long back = System.nanoTime();
        send(two, "after-", 20, LATER);

        awaitRedisEqualsDatabase(one);
        LOG.info(
                "{}: all is back after {} ms",
                loss,
                Duration.ofNanos(System.nanoTime() - back).toMillis());
        awaitRepaired(one);
        JournalStatus first = one.journal().operations().status();
        JournalStatus second = two.journal().operations().status();
        assertThat(first.losses() + second.losses()).isPositive();
        assertThat(first.restored() + second.restored()).isGreaterThanOrEqualTo(20 + 150);
        assertThat(first.waitingShards()).isZero();
        for (int i = 0; i < 20; i++) {
            assertThat(history(one, "moved-" + i)).contains(Change.RESTORED);
        }
        for (int i = 0; i < 150; i++) {
            assertThat(history(one, "tail-" + i)).contains(Change.RESTORED);
        }
        assertThat(history(one, "kept-1")).doesNotContain(Change.RESTORED);
        assertNotDeliveredAgain(one, ended);
    }

    /** One instance has the old master for longer than another one. */
    @Test
    void aReplicaIsPromotedThatLacksTheEnd() {
        HikariDataSource database = database(Databases.POSTGRESQL, 12);
        RedisServer master = redis;
        RedisServer replica = closed(RedisServer.builder()
                .config("replicaof 127.0.0.1 " + master.port())
                .start());
        App one = app(database, SETTINGS).started();
        send(one, "kept-", 50, LATER);
        awaitMarkAbove(one, 1);
        await().atMost(LONG).until(new RedisConsole(replica)::isInStep);
        // In step, and from here on on its own.
        assertThat(new RedisConsole(replica).call("REPLICAOF NO ONE")).isEqualTo("+OK");
        long mark = mark(one).mark();
        send(one, "tail-", 100, LATER);
        awaitMarkAbove(one, mark + 1);

        redis = replica;
        App two;
        try {
            two = app(database, SETTINGS).started();
        } finally {
            redis = master;
        }
        await().atMost(LONG).until(() -> two.journal().operations().status().losses() > 0);
        send(one, "to-the-old-master-", 50, LATER);
        send(two, "to-the-new-master-", 50, LATER);
        one.journal().stop();
        master.kill();

        awaitRedisEqualsDatabase(two);
        assertThat(two.redis().counts(TOPIC).due()).isEqualTo(250);
    }

    @Test
    void anEmptyRedisWaitsForAPerson() {
        App app = app(database(Databases.H2, 6), SETTINGS).started();
        send(app, "m-", 50, LATER);
        awaitMarkAbove(app, 1);
        new RedisConsole(redis).call("FLUSHALL");
        DelayQueueJournal journal = app.journal().operations();

        await().atMost(LONG).until(() -> journal.status().waitingShards() == 1);
        send(app, "after-", 20, LATER);
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(20);
        assertThat(journal.backlog().pending()).isEqualTo(20);
        assertThat(journal.restore(RestoreRequest.ALL.withDryRun(true), progress -> {})
                        .missing())
                .isEqualTo(50);
        assertThat(journal.status().waitingShards()).isOne();

        assertThat(journal.restore(RestoreRequest.ALL, progress -> {}).restored())
                .isEqualTo(50);

        await().atMost(LONG).until(() -> journal.status().waitingShards() == 0);
        awaitRedisEqualsDatabase(app);
        awaitRepaired(app);
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(70);
    }

    @Test
    void anEmptyRedisIsFilledIfThatIsWanted() {
        App app = app(database(Databases.H2, 6), SETTINGS.withRestore(RestoreMode.ALL))
                .started();
        send(app, "m-", 50, LATER);
        awaitMarkAbove(app, 1);

        new RedisConsole(redis).call("FLUSHALL");

        awaitRedisEqualsDatabase(app);
        awaitRepaired(app);
        assertThat(app.journal().operations().status().restored()).isEqualTo(50);
    }

    @Test
    void nothingIsSentAgainIfThatIsNotWanted() {
        App app = app(database(Databases.H2, 6), SETTINGS.withRestore(RestoreMode.OFF))
                .started();
        send(app, "kept-", 10, LATER);
        awaitMarkAbove(app, 1);
        Runnable strike = Loss.OLDER_SNAPSHOT.remember(redis);
        send(app, "tail-", 10, LATER);
        strike.run();
        DelayQueueJournal journal = app.journal().operations();

        await().atMost(LONG).until(() -> journal.status().waitingShards() == 1);
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(10);
        assertThat(journal.restore(RestoreRequest.ALL, progress -> {}).restored())
                .isEqualTo(10);

        await().atMost(LONG).until(() -> journal.status().waitingShards() == 0);
        awaitRedisEqualsDatabase(app);
    }

    /** What was sent to it meanwhile is sent to the right one, and nobody has to decide anything. */
    @Test
    void theWrongRedisAndThenTheRightOne() {
        HikariDataSource database = database(Databases.H2, 6);
        RedisServer right = redis;
        App app = app(database, SETTINGS).started();
        send(app, "m-", 50, LATER);
        awaitMarkAbove(app, 1);
        app.journal().close();
        redis = closed(RedisServer.start());
        App wrong = app(database, SETTINGS).started();
        await().atMost(LONG).until(() -> wrong.journal().operations().status().waitingShards() == 1);
        send(wrong, "wrong-", 20, LATER);
        wrong.journal().close();
        redis.close();
        redis = right;

        App back = app(database, SETTINGS).started();

        await().atMost(LONG).until(() -> back.redis().counts(TOPIC).due() == 70);
        awaitRedisEqualsDatabase(back);
        assertThat(back.journal().operations().status().waitingShards()).isZero();
    }

    private static void send(App app, String prefix, int count, Duration delay) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message(prefix + i, delay));
        }
        await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> !app.queue().schedule(messages).isEmpty());
    }

    private List<String> deliver(App app, int count) {
        List<String> ids = new ArrayList<>();
        String claimer = UUID.randomUUID().toString();
        for (int number = 1; ids.size() < count; number++) {
            ClaimResult claim = app.queue()
                    .claim(new ClaimRequest(
                            0,
                            TOPIC,
                            new ClaimId(claimer, number),
                            Duration.ofSeconds(60),
                            new ClaimLimit(200, 1L << 30)));
            List<String> some = claim.messages().stream()
                    .map(claimed -> claimed.message().id())
                    .toList();
            app.queue().ack(claim.lease(), some);
            ids.addAll(some);
        }
        return ids;
    }

    private static ShardMark mark(App app) {
        return app.store().marks().stream().findFirst().orElse(ShardMark.unraised(0));
    }

    /** All is confirmed then, and Redis has had the mark. */
    private static void awaitMarkAbove(App app, long mark) {
        await().atMost(LONG)
                .until(() -> app.journal().operations().backlog().pending() == 0
                        && mark(app).mark() > mark
                        && app.redis().revisions().orElseThrow().mark(0).mark() > mark);
    }

    private static void awaitRepaired(App app) {
        await().atMost(LONG).until(() -> mark(app).lostFrom() == null);
    }

    static void awaitRedisEqualsDatabase(App app) {
        await().atMost(LONG).ignoreExceptions().untilAsserted(() -> {
            assertThat(missing(app)).isEmpty();
            assertThat(app.journal().operations().backlog().pending()).isZero();
        });
    }

    /** What waits in the database, and not in Redis under the same revision. */
    static List<String> missing(App app) {
        List<String> missing = new ArrayList<>();
        MessageKey after = null;
        do {
            RowPage page = app.store().page(RowFilter.WAITING, after, 1_000);
            List<Optional<StoredRevision>> stored = app.redis()
                    .revisions()
                    .orElseThrow()
                    .locate(page.rows().stream()
                            .map(row ->
                                    new MessageName(row.key().topic(), row.key().id()))
                            .toList());
            for (int i = 0; i < page.rows().size(); i++) {
                JournalRow row = page.rows().get(i);
                if (stored.get(i).map(StoredRevision::revision).orElse(0L)
                        != row.version().revision()) {
                    missing.add(row.key().id());
                }
            }
            after = page.next();
        } while (after != null);
        return missing;
    }

    private static List<Change> history(App app, String id) {
        return app.journal().operations().find(TOPIC, id).orElseThrow().history().stream()
                .map(entry -> entry.event().change())
                .toList();
    }

    /** Redis gives out again what had ended, and nobody gets it. */
    private static void assertNotDeliveredAgain(App app, List<String> ended) {
        Set<String> delivered = ConcurrentHashMap.newKeySet();
        DispatchEngine engine = DispatchEngine.builder(app.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(message -> delivered.add(message.id()));
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        try {
            await().atMost(LONG).until(() -> ended.stream().noneMatch(app::isInRedis));
        } finally {
            engine.stop(Duration.ofSeconds(10));
        }
        Set<String> twice = new HashSet<>(delivered);
        twice.retainAll(ended);
        assertThat(twice).isEmpty();
        assertThat(app.journal().operations().status().dropped()).isPositive();
    }
}
