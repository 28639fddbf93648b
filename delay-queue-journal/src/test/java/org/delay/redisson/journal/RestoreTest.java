package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.RestoreRequest.Overdue;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.config.Config;

/** Redis loses everything, and a person puts it back. */
@Execution(ExecutionMode.CONCURRENT)
class RestoreTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(5);

    /** Messages that are not due during a test, so that Redis has something to lose however slow it is. */
    private static final int FAR = 20;

    private void flushAll() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        var client = Redisson.create(config);
        client.getKeys().flushall();
        client.shutdown();
    }

    private static List<OutgoingMessage> messages(String prefix, int from, int to, Duration delay) {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = from; i < to; i++) {
            messages.add(message(prefix + i, delay));
        }
        return messages;
    }

    private static RestoreReport restore(App app, RestoreRequest request) {
        return app.journal().operations().restore(request, progress -> {});
    }

    @Test
    void aDryRunCountsAndChangesNothing() {
        App app = app(database(Databases.H2, 4)).started();
        app.queue().schedule(messages("m-", 0, 450, LATER));
        app.send("overdue", Duration.ZERO);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        assertThat(restore(app, RestoreRequest.ALL.withDryRun(true)).missing()).isZero();
        flushAll();

        RestoreReport report = restore(app, RestoreRequest.ALL.withDryRun(true));

        assertThat(report.waiting()).isEqualTo(451);
        assertThat(report.missing()).isEqualTo(451);
        assertThat(report.overdue()).isOne();
        assertThat(report.restored()).isZero();
        assertThat(app.redis().counts(TOPIC).due()).isZero();

        RestoreReport done = restore(app, RestoreRequest.ALL);

        assertThat(done.missing()).isEqualTo(report.missing());
        assertThat(done.restored()).isEqualTo(451);
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(451);
        assertThat(restore(app, RestoreRequest.ALL).missing()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptedRestoreSaysThatItHasNotFinished(boolean dryRun) {
        App app = app(database(Databases.H2, 4)).started();
        app.queue().schedule(messages("m-", 0, 450, LATER));
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        flushAll();
        List<RestoreReport> progress = new ArrayList<>();

        RestoreReport report = app.journal().operations().restore(RestoreRequest.ALL.withDryRun(dryRun), so -> {
            progress.add(so);
            Thread.currentThread().interrupt();
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.finished()).isFalse();
        assertThat(report.waiting()).isEqualTo(Restorer.PAGE);
        assertThat(progress)
                .singleElement()
                .satisfies(so -> assertThat(so.finished()).isFalse());
        RestoreReport again = restore(app, RestoreRequest.ALL);
        assertThat(again.finished()).isTrue();
        assertThat(again.waiting()).isEqualTo(450);
        assertThat(app.redis().counts(TOPIC).due()).isEqualTo(450);
    }

    @Test
    void oneMessageOrOneTopic() {
        App app = app(database(Databases.H2, 4)).started();
        app.queue().schedule(messages("m-", 0, 3, LATER));
        app.producer()
                .sendMessage(OutgoingMessage.to("other")
                        .id("m-0")
                        .body("x")
                        .delay(LATER)
                        .build());
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        flushAll();

        assertThat(restore(app, RestoreRequest.ALL.withTopic(TOPIC).withId("m-1"))
                        .restored())
                .isOne();
        assertThat(app.isInRedis("m-1")).isTrue();
        assertThat(app.isInRedis("m-0")).isFalse();

        assertThat(restore(app, RestoreRequest.ALL.withTopic(TOPIC)).restored()).isEqualTo(2);
        assertThat(app.redis().counts("other").due()).isZero();
    }

    @Test
    void whatIsOverdueCanExpireInstead() {
        JournalSettings settings =
                JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL).withRestore(RestoreMode.OFF);
        App app = app(database(Databases.H2, 4), settings).started();
        app.send("late", Duration.ZERO);
        app.send("later", LATER);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        flushAll();

        RestoreReport report = restore(app, RestoreRequest.ALL.withOverdue(Overdue.EXPIRE));

        assertThat(report.expired()).isOne();
        assertThat(report.restored()).isOne();
        assertThat(app.state("late")).isEqualTo(MessageState.EXPIRED);
        assertThat(app.isInRedis("late")).isFalse();
        assertThat(app.isInRedis("later")).isTrue();
    }

    /** Lost: 0, delivered although cancelled: 0, early: 0. */
    @ParameterizedTest
    @EnumSource
    void flushAllUnderLoad(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 12);
        App one = app(database).started();
        App two = app(database).started();
        Map<String, Instant> due = new ConcurrentHashMap<>();
        Map<String, Instant> delivered = new ConcurrentHashMap<>();
        Set<String> cancelled = new HashSet<>();
        Set<String> inFlight = new HashSet<>();
        List<DispatchEngine> engines = List.of(engine(one, delivered), engine(two, delivered));
        engines.forEach(DispatchEngine::start);
        try {
            send(one, "early-", 0, 400, Duration.ofSeconds(1), due);
            send(one, "far-", 0, FAR, LATER, due);
            for (int i = 0; i < 1_200; i += 100) {
                send(one, "late-", i, i + 100, Duration.ofSeconds(8), due);
                cancelSome(one, "late-", i, i + 100, cancelled, inFlight);
            }
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 600; i += 20) {
                    send(two, "flow-", i, i + 20, Duration.ofSeconds(3), due);
                }
            });
            sender.start();
            await().atMost(LONG).until(() -> delivered.size() > 50);
            flushAll();
            RestoreReport report = restore(two, RestoreRequest.ALL);
            assertThat(report.failed()).isZero();
            assertThat(report.missing()).isGreaterThanOrEqualTo(FAR);
            sender.join();
            restore(one, RestoreRequest.ALL);

            Set<String> owed = new HashSet<>(due.keySet());
            owed.removeAll(cancelled);
            owed.removeAll(inFlight);
            owed.removeIf(id -> id.startsWith("far-"));
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(delivered.keySet()).containsAll(owed));
        } finally {
            engines.forEach(engine -> engine.stop(Duration.ofSeconds(20)));
        }

        assertThat(cancelled).isNotEmpty();
        assertThat(delivered.keySet()).doesNotContainAnyElementsOf(cancelled);
        assertThat(delivered).allSatisfy((id, at) -> assertThat(at).isAfterOrEqualTo(due.get(id)));
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(one.store().owed(null, Instant.now()).waiting())
                                .isEqualTo(FAR));
        assertThat(one.redis().counts(TOPIC).due()).isEqualTo(FAR);
    }

    /** Every sixth. One whose delivery is under way, since this machine is slow, may arrive or not. */
    private static void cancelSome(
            App app, String prefix, int from, int to, Set<String> cancelled, Set<String> inFlight) {
        for (int i = from; i < to; i += 6) {
            CancelResult result = app.queue().cancel(TOPIC, prefix + i);
            (result == CancelResult.CANCELLED ? cancelled : inFlight).add(prefix + i);
        }
    }

    private static void send(App app, String prefix, int from, int to, Duration delay, Map<String, Instant> due) {
        for (int i = from; i < to; i += 100) {
            List<Receipt> receipts = app.queue().schedule(messages(prefix, i, Math.min(to, i + 100), delay));
            receipts.forEach(receipt -> due.put(receipt.id(), receipt.dueTime()));
        }
    }

    private static DispatchEngine engine(App app, Map<String, Instant> delivered) {
        DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {
                messages.forEach(message -> delivered.putIfAbsent(message.id(), message.claimTime()));
            }
        };
        return DispatchEngine.builder(app.queue(), consumer)
                .converter(new FastjsonBodyConverter())
                .build();
    }
}
