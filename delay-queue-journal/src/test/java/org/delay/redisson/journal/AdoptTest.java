package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Send;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.config.Config;

/** Messages that were sent before the journal was on are taken in. */
@Execution(ExecutionMode.CONCURRENT)
class AdoptTest extends JournalFixture {

    private static final Duration LONG = Duration.ofSeconds(90);
    private static final AdoptRequest TOPICS = AdoptRequest.of(List.of(TOPIC));

    private static void before(App app, OutgoingMessage... messages) {
        app.redis().schedule(List.of(messages));
    }

    /** Before the adoption, only Redis knows of them. */
    @Test
    void earlierMessagesAreKept() {
        App app = app(database(Databases.H2, 4)).started();
        before(app, message("a", LATER), message("due", Duration.ZERO));
        Instant due = app.redis().find(TOPIC, "a").orElseThrow().at();
        ClaimResult claim = claim(app);

        assertThat(app.producer().sendMessage(again("a", OnDuplicate.KEEP)))
                .isEqualTo(new Receipt(TOPIC, "a", due, Receipt.Outcome.KEPT));
        Instant wasDue = claim.messages().get(0).message().dueTime();
        assertThat(app.producer().sendMessage(again("due", OnDuplicate.KEEP)))
                .isEqualTo(new Receipt(TOPIC, "due", wasDue, Receipt.Outcome.KEPT));
        assertThatThrownBy(() -> app.producer().sendMessage(again("a", OnDuplicate.REJECT)))
                .isInstanceOf(Duplicate.class);
        assertThatThrownBy(() ->
                        app.producer().sendMessages(List.of(again("a", OnDuplicate.REJECT), message("b", LATER))))
                .isInstanceOfSatisfying(
                        PartlySent.class,
                        partly -> assertThat(partly.receipts())
                                .extracting(Receipt::id)
                                .containsExactly("b"));
        assertThat(app.redis().find(TOPIC, "a").orElseThrow().message().body()).contains("body of a");
        assertThat(app.redis().ack(claim.lease(), List.of("due"))).isEmpty();
    }

    private static OutgoingMessage again(String id, OnDuplicate onDuplicate) {
        return OutgoingMessage.to(TOPIC)
                .id(id)
                .body("again")
                .delay(LATER)
                .onDuplicate(onDuplicate)
                .build();
    }

    private static AdoptReport adopt(App app) {
        return app.journal().operations().adopt(TOPICS, progress -> {});
    }

    private static long revision(App app, String id) {
        return app.redis()
                .revisions()
                .orElseThrow()
                .locate(List.of(new MessageName(TOPIC, id)))
                .get(0)
                .orElseThrow()
                .revision();
    }

    private static JournalRow row(App app, String id) {
        return app.store().find(new MessageKey(TOPIC, id)).orElseThrow();
    }

    private void flushAll() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        var client = Redisson.create(config);
        client.getKeys().flushall();
        client.shutdown();
    }

    @Test
    void aDryRunCountsAndChangesNothing() {
        App app = app(database(Databases.H2, 4));
        before(app, message("a", LATER), message("b", LATER));
        app.send("recorded", LATER);

        AdoptReport report = app.journal().operations().adopt(TOPICS.withDryRun(true), progress -> {});

        assertThat(report).isEqualTo(new AdoptReport(2, 0, 0, 0, 0, 0).whole());
        assertThat(app.store().find(new MessageKey(TOPIC, "a"))).isEmpty();
        assertThat(revision(app, "a")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTakenInIsRestoredAfterALoss(Databases kind) {
        App app = app(database(kind, 4));
        before(
                app,
                OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("body \u0000 ä")
                        .key("customer")
                        .header("z", "1")
                        .header("b", "2")
                        .priority(7)
                        .timeToLive(Duration.ofDays(1))
                        .delay(LATER)
                        .build(),
                message("b", LATER));
        var stored = app.redis().find(TOPIC, "a").orElseThrow();

        assertThat(adopt(app)).isEqualTo(new AdoptReport(2, 0, 2, 0, 0, 0).whole());

        assertThat(app.redis().find(TOPIC, "a")).contains(stored);
        assertThat(revision(app, "a")).isEqualTo(row(app, "a").version().revision());
        assertThat(row(app, "a").message().businessKey()).isEqualTo("customer");
        assertThat(app.journal().operations().find(TOPIC, "a").orElseThrow().history())
                .extracting(entry -> entry.event().change())
                .containsExactly(Change.ADOPTED);

        flushAll();
        app.journal().operations().restore(RestoreRequest.ALL, progress -> {});

        assertThat(app.redis().find(TOPIC, "a")).contains(stored);
        assertThat(app.isInRedis("b")).isTrue();
        assertThat(adopt(app)).isEqualTo(AdoptReport.NONE.whole());
    }

    @Test
    void manyPages() {
        App app = app(database(Databases.H2, 4));
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            messages.add(message("m-" + i, LATER));
        }
        app.redis().schedule(messages);
        List<AdoptReport> progress = new ArrayList<>();

        AdoptReport report = app.journal().operations().adopt(TOPICS, progress::add);

        assertThat(report.adopted()).isEqualTo(900);
        assertThat(progress).hasSizeGreaterThan(3);
        assertThat(adopt(app)).isEqualTo(AdoptReport.NONE.whole());
    }

    @Test
    void anInterruptedAdoptionSaysThatItHasNotFinished() {
        App app = app(database(Databases.H2, 4));
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            messages.add(message("m-" + i, LATER));
        }
        app.redis().schedule(messages);
        List<AdoptReport> progress = new ArrayList<>();

        AdoptReport report = app.journal().operations().adopt(TOPICS, so -> {
            progress.add(so);
            Thread.currentThread().interrupt();
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.finished()).isFalse();
        assertThat(report.adopted()).isBetween(1L, 899L);
        assertThat(progress)
                .singleElement()
                .satisfies(so -> assertThat(so.finished()).isFalse());
        AdoptReport again = adopt(app);
        assertThat(again.finished()).isTrue();
        assertThat(again.adopted()).isEqualTo(900 - report.adopted());
    }

    @Test
    void anEndIsRecordedThen() {
        App app = app(database(Databases.H2, 4)).started();
        before(app, message("a", Duration.ZERO));
        adopt(app);

        ClaimResult claim = claim(app);
        app.queue().ack(claim.lease(), List.of("a"));

        // At once, or by the relay if the database did not answer in time.
        await().atMost(LONG).until(() -> app.state("a") == MessageState.DELIVERED);
    }

    @Test
    void whatHasARowIsLeftAlone() {
        App app = app(database(Databases.H2, 4));
        app.send("a", LATER);
        app.queue().cancel(TOPIC, "a");
        long revision = row(app, "a").version().revision();
        before(app, message("a", LATER));

        assertThat(adopt(app)).isEqualTo(new AdoptReport(1, 1, 0, 0, 0, 0).whole());

        assertThat(row(app, "a").version().revision()).isEqualTo(revision);
        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    /** A message that is due at once may be due a millisecond later. */
    private static ClaimResult claim(App app) {
        AtomicInteger number = new AtomicInteger();
        return await().until(
                        () -> app.queue()
                                .claim(new ClaimRequest(
                                        0,
                                        TOPIC,
                                        new ClaimId("claimer", number.incrementAndGet()),
                                        Duration.ofSeconds(30),
                                        new ClaimLimit(10, 1L << 30))),
                        claim -> !claim.messages().isEmpty());
    }

    @Test
    void whatIsBeingDeliveredIsLeftAlone() {
        App app = app(database(Databases.H2, 4));
        before(app, message("a", Duration.ZERO), message("b", LATER));
        ClaimResult claim = claim(app);

        assertThat(adopt(app)).isEqualTo(new AdoptReport(1, 0, 1, 0, 0, 1).whole());

        assertThat(app.queue().ack(claim.lease(), List.of("a"))).isEmpty();
        assertThat(app.store().find(new MessageKey(TOPIC, "a"))).isEmpty();
    }

    /** The process died between the row and Redis. */
    @Test
    void anAdoptionThatWasBrokenOffIsNotRestored() {
        App app = app(database(Databases.H2, 4));
        uncertain(app, "delivered");
        before(app, message("waiting", LATER));
        uncertain(app, "waiting");

        assertThat(app.store().backlog().pending()).isZero();
        RestoreReport report = app.journal().operations().restore(RestoreRequest.ALL, progress -> {});

        assertThat(report.missing()).isZero();
        assertThat(app.isInRedis("delivered")).isFalse();

        assertThat(adopt(app).adopted()).isOne();
        assertThat(revision(app, "waiting"))
                .isEqualTo(row(app, "waiting").version().revision());
        assertThat(Adoption.isUncertain(row(app, "waiting"))).isFalse();
    }

    private static void uncertain(App app, String id) {
        app.inTransaction(status -> {
            Recorded recorded = app.store()
                    .record(List.of(new Send(
                            new JournalMessage(
                                    new MessageKey(TOPIC, id),
                                    null,
                                    Instant.now().plus(LATER),
                                    4,
                                    "1\nanother".getBytes(StandardCharsets.UTF_8)),
                            OnWaiting.KEEP)))
                    .get(0);
            app.store().adopting(List.of(new MessageRevision(recorded.key(), recorded.revision())));
        });
    }

    /** Delivered twice: 0, delivered although cancelled: 0, lost: 0. What ends during the adoption has no row that waits. */
    @ParameterizedTest
    @EnumSource
    void whileApplicationsRun(Databases kind) throws Exception {
        HikariDataSource database = database(kind, 12);
        App app = app(database).started();
        App other = app(database).started();
        Map<String, AtomicInteger> delivered = new ConcurrentHashMap<>();
        Set<String> owed = new HashSet<>();
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            // The last ones leave time for the adoption on a machine that stands still.
            long due = 200 + 4L * i + 8L * Math.max(0, i - 1_000);
            messages.add(message("m-" + i, Duration.ofMillis(due)));
            owed.add("m-" + i);
        }
        app.redis().schedule(messages.subList(0, 1_000));
        app.redis().schedule(messages.subList(1_000, 1_500));
        DispatchEngine engine = DispatchEngine.builder(other.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> some) {
                        some.forEach(message -> delivered
                                .computeIfAbsent(message.id(), unused -> new AtomicInteger())
                                .incrementAndGet());
                    }
                })
                .converter(new FastjsonBodyConverter())
                .build();
        engine.start();
        Set<String> cancelled = ConcurrentHashMap.newKeySet();
        // The check before a delivery may find the cancel.
        Set<String> mayArrive = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(1);
        Thread canceller = new Thread(() -> {
            for (int i = 1_499; i >= 750; i -= 7) {
                CancelResult result = other.queue().cancel(TOPIC, "m-" + i);
                if (result == CancelResult.CANCELLED) {
                    cancelled.add("m-" + i);
                } else if (result != CancelResult.NOT_FOUND) {
                    mayArrive.add("m-" + i);
                }
            }
            done.countDown();
        });
        canceller.start();
        long adopted = 0;
        try {
            for (int i = 0; i < 3; i++) {
                adopted += adopt(app).adopted();
            }
            assertThat(done.await(90, TimeUnit.SECONDS)).isTrue();
            owed.removeAll(cancelled);
            owed.removeAll(mayArrive);
            await().atMost(LONG).until(() -> delivered.keySet().containsAll(owed));
        } finally {
            engine.stop(Duration.ofSeconds(20));
        }

        assertThat(adopted).isPositive();
        assertThat(delivered.keySet()).doesNotContainAnyElementsOf(cancelled);
        assertThat(delivered)
                .allSatisfy((id, times) -> assertThat(times.get()).as(id).isOne());
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(app.store().owed(null, Instant.now()).waiting())
                                .isZero());
    }
}
