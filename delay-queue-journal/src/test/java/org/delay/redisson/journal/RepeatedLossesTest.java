package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Redis loses the end of what it was told, again and again, while messages are sent. {@code -Djournal.losses=20} says how
 * often; {@code target/journal-losses.md} tells what Redis had lost, what of it is missing in the end, and how long it took to be
 * back. Beside the journal, the same applications send messages without it.
 */
@Execution(ExecutionMode.CONCURRENT)
class RepeatedLossesTest extends JournalFixture {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedLossesTest.class);
    private static final int ROUNDS = Integer.getInteger("journal.losses", 2);
    private static final int MESSAGES = 150;
    private static final Duration LONG = Duration.ofMinutes(2);

    private Switchboard address;

    @Override
    String address() {
        return address.uri();
    }

    /** Loses what came after {@link #remember()}. */
    private interface Losing {

        void remember();

        void strike();
    }

    enum Kind {
        EVERYSEC("Redis killed under `everysec`, its latest writes lost"),
        PROMOTION("a replica promoted that lacks the latest writes");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsMissingInTheEnd(Kind kind) throws Exception {
        redis.close();
        redis = RedisServer.builder()
                .config("appendonly " + (kind == Kind.EVERYSEC ? "yes" : "no"), "appendfsync everysec")
                .start();
        address = closed(new Switchboard(redis.port()));
        HikariDataSource database = database(Databases.POSTGRESQL, 16);
        App one = app(database).started();
        App two = app(database).started();
        Losing losing = kind == Kind.EVERYSEC ? new CutLog() : new Promotion();
        AtomicInteger sent = new AtomicInteger();
        SendsWithoutJournal bare = new SendsWithoutJournal(two.redis());
        AtomicBoolean over = new AtomicBoolean();
        Thread sender = new Thread(() -> send(List.of(one, two), sent, bare, over), "sender");
        sender.start();
        List<Long> millis = new ArrayList<>();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                awaitMore(sent);
                losing.remember();
                awaitMore(sent);
                long before = losses(one) + losses(two);
                losing.strike();
                long back = System.nanoTime();
                await().atMost(LONG).ignoreExceptions().until(() -> isBack(one, two, before));
                millis.add(Duration.ofNanos(System.nanoTime() - back).toMillis());
            }
        } finally {
            over.set(true);
            sender.join();
        }

        LossTest.awaitRedisEqualsDatabase(one);
        await().atMost(LONG).until(() -> isRepaired(one));
        long lost = restored(one) + restored(two);
        int missing = LossTest.missing(one).size();
        int lostWithout = bare.missing();
        LOG.info(
                "{}: {} rounds, {} messages sent, {} lost by Redis, {} missing in the end; back after ms {}; without the"
                        + " journal {} sent, {} missing",
                kind,
                ROUNDS,
                sent.get(),
                lost,
                missing,
                millis,
                bare.sent(),
                lostWithout);
        new LossTable(kind.text, ROUNDS, sent.get(), lost, missing, millis, bare.sent(), lostWithout).publish();
        assertThat(lost).isPositive();
        assertThat(lostWithout).isPositive();
        assertThat(one.redis().counts(TOPIC).due()).isEqualTo(sent.get());
    }

    private static void send(List<App> apps, AtomicInteger sent, SendsWithoutJournal bare, AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            try {
                bare.send("b-" + i);
                var unused = apps.get(i % apps.size()).send("m-" + i, LATER);
                sent.incrementAndGet();
            } catch (DelayQueueException e) {
                LOG.debug("Not sent", e);
            }
        }
    }

    private static void awaitMore(AtomicInteger sent) {
        int from = sent.get();
        await().atMost(LONG).until(() -> sent.get() > from + MESSAGES);
    }

    /** What was lost is in Redis; what is sent just now may be on its way. */
    private static boolean isBack(App one, App two, long before) {
        return losses(one) + losses(two) > before && LossTest.missing(one).size() < MESSAGES / 5;
    }

    private static boolean isRepaired(App app) {
        return app.store().marks().stream().allMatch(mark -> mark.lostFrom() == null);
    }

    private static long losses(App app) {
        return app.journal().operations().status().losses();
    }

    private static long restored(App app) {
        return app.journal().operations().status().restored();
    }

    private final class CutLog implements Losing {

        private long size;

        @Override
        public void remember() {
            size = RedisConsole.size(new RedisConsole(redis).appendOnlyFile());
        }

        @Override
        public void strike() {
            var log = new RedisConsole(redis).appendOnlyFile();
            redis.kill();
            RedisConsole.cut(log, size);
            redis.restart();
        }
    }

    private final class Promotion implements Losing {

        private RedisServer replica;

        @Override
        public void remember() {
            replica = RedisServer.builder()
                    .config("replicaof 127.0.0.1 " + redis.port())
                    .start();
            RedisConsole console = new RedisConsole(replica);
            await().atMost(LONG).until(console::isInStep);
            assertThat(console.call("REPLICAOF NO ONE")).isEqualTo("+OK");
        }

        @Override
        public void strike() {
            RedisServer old = redis;
            redis = replica;
            address.leadTo(replica.port());
            old.close();
        }
    }
}
