package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is recorded of deliveries, and what is recognised before one. */
@Execution(ExecutionMode.CONCURRENT)
class DeliveryTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);

    /** Far shorter: after a pause the journal may let pass what it would have held back, and holds it back the next time. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private final String claimer = UUID.randomUUID().toString();
    private HikariDataSource database;
    private App app;
    private long number;

    @BeforeEach
    void open() {
        database = database(Databases.H2, 6);
        app = app(database).started();
    }

    private ClaimResult claim() {
        number++;
        return app.queue()
                .claim(new ClaimRequest(0, TOPIC, new ClaimId(claimer, number), LEASE, new ClaimLimit(100, 1L << 30)));
    }

    private ClaimResult claimOne(String id) {
        ClaimResult[] claim = new ClaimResult[1];
        await().atMost(LONG).until(() -> {
            claim[0] = claim();
            return !claim[0].messages().isEmpty();
        });
        assertThat(ids(claim[0])).containsExactly(id);
        return claim[0];
    }

    private static List<String> ids(ClaimResult claim) {
        return claim.messages().stream().map(claimed -> claimed.message().id()).toList();
    }

    /** A database that did not answer at once is told later. */
    private void awaitState(String id, MessageState state) {
        await().atMost(LONG).until(() -> app.state(id) == state);
    }

    private List<Change> history(String id) {
        return app.journal().operations().find(TOPIC, id).orElseThrow().history().stream()
                .map(entry -> entry.event().change())
                .toList();
    }

    private RevisionedStore revisions() {
        return app.redis().revisions().orElseThrow();
    }

    @Test
    void anAckIsRecorded() {
        app.send("a", Duration.ZERO);
        ClaimResult claim = claimOne("a");
        assertThat(app.queue().ack(claim.lease(), List.of("a"))).isEmpty();

        awaitState("a", MessageState.DELIVERED);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(history("a"))
                        .contains(Change.SENT, Change.DELIVERED)
                        .doesNotContain(Change.DROPPED));
        assertThat(app.isInRedis("a")).isFalse();
    }

    /** As after a restore of an older snapshot of Redis. */
    @Test
    void whatWasDeliveredIsNotDeliveredAgain() {
        OutgoingMessage message = message("a", Duration.ZERO);
        app.producer().sendMessage(message);
        ClaimResult claim = claimOne("a");
        Claimed claimed = claim.messages().get(0);
        app.queue().ack(claim.lease(), List.of("a"));

        revisions().relay(List.of(revisions().prepare(message).at(claimed.revision())));
        assertThat(app.isInRedis("a")).isTrue();

        await().atMost(LONG).until(() -> claim().messages().isEmpty() && !app.isInRedis("a"));
        assertThat(history("a")).contains(Change.DROPPED);
        assertThat(app.journal().operations().status().dropped()).isPositive();
    }

    @Test
    void whatWasCancelledIsNotDelivered() {
        OutgoingMessage message = message("a", Duration.ZERO);
        app.send("a", LATER);
        long revision = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        app.queue().cancel(TOPIC, "a");

        revisions().relay(List.of(revisions().prepare(message).at(revision)));

        // It may be due some milliseconds later.
        await().atMost(LONG).untilAsserted(() -> {
            assertThat(claim().messages()).isEmpty();
            assertThat(app.isInRedis("a")).isFalse();
        });
    }

    @Test
    void anOlderRevisionIsReplacedByTheNewerOne() {
        giveOutAnOlderRevision();

        awaitNewer();
    }

    /** The older one is let pass if the database does not answer in time, and is looked at again when it is claimed again. */
    private void awaitNewer() {
        await().atMost(LONG)
                .until(() -> claim().messages().stream()
                        .anyMatch(claimed -> "newer".equals(claimed.message().body())));
    }

    @Test
    void theNewerOneIsNotForgottenIfATransactionThatHeldItIsRolledBack() throws Exception {
        giveOutAnOlderRevision();

        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeUpdate("update delay_message set priority = 3 where id = 'a'");
            var unused = claim();
            other.rollback();
        }
        awaitNewer();
    }

    private void giveOutAnOlderRevision() {
        OutgoingMessage old = message("a", Duration.ZERO);
        app.producer().sendMessage(message("a", LATER));
        long first = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("newer")
                        .delay(Duration.ZERO)
                        .build());
        long second = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        revisions().cancel(List.of(new MessageRevision(TOPIC, "a", second)));
        revisions().relay(List.of(revisions().prepare(old).at(first)));
    }

    @Test
    void whatTheJournalDoesNotKnowIsDelivered() {
        app.redis().schedule(List.of(message("bare", Duration.ZERO)));
        assertThat(app.queue().ack(claimOne("bare").lease(), List.of("bare"))).isEmpty();
        await().atMost(LONG).until(() -> {
            deliverWithoutRow("no-row-" + number);
            return app.journal().operations().status().unknown() == 1;
        });
    }

    /** It is not counted if the database does not answer in time. */
    private void deliverWithoutRow(String id) {
        revisions()
                .relay(List.of(revisions().prepare(message(id, Duration.ZERO)).at(7)));
        assertThat(app.queue().ack(claimOne(id).lease(), List.of(id))).isEmpty();
    }

    @Test
    void deadLettersAreRecordedAndRedriven() {
        app.send("a", Duration.ZERO);
        ClaimResult claim = claimOne("a");
        app.queue().bury(claim.lease(), List.of(new GivenUp("a", "broken", false, true)));
        awaitState("a", MessageState.DEAD);

        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);

        awaitState("a", MessageState.WAITING);
        ClaimResult again = claimOne("a");
        app.queue().ack(again.lease(), List.of("a"));
        awaitState("a", MessageState.DELIVERED);
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.NOT_FOUND);
    }

    /** Its id was used again, so the row tells of another message. */
    @Test
    void anOlderDeadLetterIsRedriven() {
        app.send("a", Duration.ZERO);
        app.queue().bury(claimOne("a").lease(), List.of(new GivenUp("a", "broken", false, true)));
        app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("second")
                        .delay(Duration.ZERO)
                        .build());
        app.queue().ack(claimOne("a").lease(), List.of("a"));

        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);

        assertThat(claimOne("a").messages().get(0).message().body()).isEqualTo("body of a");
        assertThat(app.redis().counts(TOPIC).dead()).isZero();
    }

    @Test
    void theTimeToLiveIsRecordedAsSuch() {
        app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("x")
                        .delay(Duration.ZERO)
                        .timeToLive(Duration.ofMillis(1))
                        .build());
        Instant past = app.redis().find(TOPIC, "a").orElseThrow().at().plusMillis(20);
        await().atMost(LONG)
                .until(() -> revisions()
                        .prepare(message("x", Duration.ZERO))
                        .dueTime()
                        .isAfter(past));
        ClaimResult claim = claimOne("a");
        app.queue().ack(claim.lease(), List.of("a"));
        awaitState("a", MessageState.EXPIRED);
    }

    @Test
    void aWorkerDoesNotWaitForABusinessTransaction() throws Exception {
        app.send("a", Duration.ZERO);
        app.send("b", Duration.ZERO);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        List<String> claimed = new ArrayList<>();
        ClaimResult claim = claim();
        claimed.addAll(ids(claim));
        assertThat(claimed).containsExactlyInAnyOrder("a", "b");
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeUpdate("update delay_message set priority = 3 where id = 'a'");
            app.queue().ack(claim.lease(), claimed);
            assertThat(app.isInRedis("a")).isFalse();
            awaitState("b", MessageState.DELIVERED);
            await().atMost(LONG).until(() -> app.journal().operations().status().unrecorded() == 1);
            other.rollback();
        }
        awaitState("a", MessageState.DELIVERED);
    }

    /** As if the application had died before it told Redis. */
    @Test
    void aDeadLetterThatRedisDoesNotKnowOfIsNotForgotten() {
        app.send("a", Duration.ZERO);
        ClaimResult claim = claimOne("a");
        long revision = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        Ending dead =
                new Ending(new org.delay.redisson.journal.store.MessageRevision(key("a"), revision), MessageState.DEAD);
        app.inTransaction(status -> assertThat(app.store().end(List.of(dead))).containsValue(EndResult.RECORDED));
        app.redis().release(claim.lease(), List.of("a"), Duration.ZERO, false);

        await().atMost(LONG).untilAsserted(() -> {
            assertThat(claim().messages()).isEmpty();
            assertThat(app.redis().counts(TOPIC).dead()).isOne();
        });
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(claimOne("a").messages().get(0).message().body()).isEqualTo("body of a");
    }

    /** The rows still wait, because they were locked, or the application died before it recorded the ends. */
    @Test
    void whatIsDeliveredButNotRecordedDoesNotWait() {
        deliverUnrecorded("cancelled");
        deliverUnrecorded("rescheduled");
        deliverUnrecorded("kept");
        deliverUnrecorded("rejected");

        assertThat(app.queue().cancel(TOPIC, "cancelled")).isEqualTo(CancelResult.IN_FLIGHT);
        assertThat(app.queue().reschedule(TOPIC, "rescheduled", LATER)).isEqualTo(RescheduleResult.NOT_FOUND);
        assertThat(send("kept", OnDuplicate.KEEP)).isEqualTo(Outcome.SCHEDULED);
        assertThat(send("rejected", OnDuplicate.REJECT)).isEqualTo(Outcome.SCHEDULED);
        assertThat(app.isInRedis("kept")).isTrue();
        assertThat(app.isInRedis("rejected")).isTrue();
        assertThat(app.isInRedis("rescheduled")).isFalse();
    }

    private void deliverUnrecorded(String id) {
        app.redis().ack(claimRelayed(id), List.of(id));
        assertThat(app.state(id)).isEqualTo(MessageState.WAITING);
    }

    private Connection lockedRows() throws SQLException {
        Connection other = database.getConnection();
        other.setAutoCommit(false);
        other.createStatement().executeUpdate("update delay_message set priority = 3");
        return other;
    }

    private Lease claimRelayed(String id) {
        app.send(id, Duration.ZERO);
        ClaimResult claim = claimOne(id);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        return claim.lease();
    }

    /** As after the death of the application that gave them up. */
    @Test
    void whatIsADeadLetterButNotRecordedDoesNotWait() {
        buryUnrecorded("rescheduled");
        buryUnrecorded("kept");

        assertThat(app.queue().reschedule(TOPIC, "rescheduled", LATER)).isEqualTo(RescheduleResult.NOT_FOUND);
        assertThat(app.redis().counts(TOPIC).dead()).isEqualTo(2);
        assertThat(send("kept", OnDuplicate.KEEP)).isEqualTo(Outcome.SCHEDULED);
        assertThat(app.redis().counts(TOPIC).due()).isOne();
    }

    private void buryUnrecorded(String id) {
        app.redis().bury(claimRelayed(id), List.of(new GivenUp(id, "broken", false, true)));
        assertThat(app.state(id)).isEqualTo(MessageState.WAITING);
    }

    /** The database would have the changes wait for the row, and then take it for one that waits. */
    @Test
    void whatEndsWhileItsRowIsLockedDoesNotWait() throws Exception {
        Lease acked = claimRelayed("acked");
        Lease buried = claimRelayed("buried");
        try (Connection other = lockedRows()) {
            app.queue().ack(acked, List.of("acked"));
            app.queue().bury(buried, List.of(new GivenUp("buried", "broken", false, true)));

            for (String id : List.of("acked", "buried")) {
                assertThat(app.queue().reschedule(TOPIC, id, LATER)).isEqualTo(RescheduleResult.NOT_FOUND);
                assertThat(app.queue().cancel(TOPIC, id)).isEqualTo(CancelResult.NOT_FOUND);
            }
            other.rollback();
        }
        awaitState("acked", MessageState.DELIVERED);
        awaitState("buried", MessageState.DEAD);
    }

    /** A redrive would deliver it once its row is purged. */
    @Test
    void whatIsCancelledWhileItIsGivenUpIsNoDeadLetter() {
        Lease lease = claimRelayed("a");
        app.inTransaction(status -> {
            assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.RECORDED);
            app.queue().bury(lease, List.of(new GivenUp("a", "broken", false, true)));
            assertThat(app.redis().counts(TOPIC).dead()).isOne();
        });

        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).dead() == 0);
        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    /** Only what was given up, but is cancelled, waits for Redis. */
    @Test
    void endsAreRecordedWhileRedisHangs() throws Exception {
        Lease cancelled = claimRelayed("cancelled");
        Lease acked = claimRelayed("acked");
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeUpdate("update delay_message set priority = 3 where id = 'acked'");
            app.queue().ack(acked, List.of("acked"));
            app.inTransaction(status -> {
                assertThat(app.queue().cancel(TOPIC, "cancelled")).isEqualTo(CancelResult.RECORDED);
                app.queue().bury(cancelled, List.of(new GivenUp("cancelled", "broken", false, true)));
                redis.pause();
            });
            other.rollback();
        }
        try {
            awaitState("acked", MessageState.DELIVERED);
            await().atMost(LONG).until(() -> app.journal().operations().status().unrecorded() == 0);
        } finally {
            redis.resume();
        }
        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).dead() == 0);
    }

    /** The cancel is recorded, and Redis was not told of it. */
    @Test
    void whatIsCancelledBeforeItIsGivenUpIsNoDeadLetter() {
        Lease lease = claimRelayed("a");
        app.inTransaction(
                status -> assertThat(app.store().cancel(List.of(key("a")))).hasSize(1));

        assertThat(app.queue()
                        .bury(lease, List.of(new GivenUp("a", "broken", false, true)))
                        .lost())
                .containsExactly("a");

        assertThat(app.isInRedis("a")).isFalse();
        assertThat(app.redis().counts(TOPIC).dead()).isZero();
        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    @Test
    void aDeadLetterThatIsDeletedBeforeItIsRecordedIsForgotten() throws Exception {
        Lease lease = claimRelayed("a");
        try (Connection other = lockedRows()) {
            app.queue().bury(lease, List.of(new GivenUp("a", "broken", false, true)));
            assertThat(app.queue().delete(TOPIC, "a")).isEqualTo(DeleteResult.DELETED);
            other.rollback();
        }
        awaitState("a", MessageState.CANCELLED);
    }

    /** Nothing was changed, so it can still be redriven. */
    @Test
    void aDeadLetterWhoseDeletionFailedStaysOne() throws Exception {
        Faults faults = new Faults();
        App failing = app(database, JournalSettings.DEFAULTS, store -> faults.around(JournalStore.class, store))
                .started();
        Lease kept = claimRelayed("kept");
        Lease deleted = claimRelayed("deleted");
        try (Connection other = lockedRows()) {
            failing.queue().bury(kept, List.of(new GivenUp("kept", "broken", false, true)));
            failing.queue().bury(deleted, List.of(new GivenUp("deleted", "broken", false, true)));
            faults.failsOnce("forgetDead", true);
            assertThatThrownBy(() -> failing.queue().delete(TOPIC, "kept"))
                    .isInstanceOf(DelayQueueException.Refused.class);
            assertThat(failing.queue().delete(TOPIC, "deleted")).isEqualTo(DeleteResult.DELETED);
            other.rollback();
        }
        awaitState("deleted", MessageState.CANCELLED);
        assertThat(app.state("kept")).isEqualTo(MessageState.DEAD);
        assertThat(app.queue().redrive(TOPIC, "kept")).isEqualTo(RedriveResult.SCHEDULED);
    }

    @Test
    void lettersThatHaveDiedAgainAreNeitherDeletedNorForgotten() {
        app.queue().bury(claimRelayed("a"), List.of(new GivenUp("a", "broken", false, true)));
        Letter stale =
                new Letter(0, "a", app.redis().find(TOPIC, "a").orElseThrow().at());
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
        app.queue().bury(claimOne("a").lease(), List.of(new GivenUp("a", "broken", false, true)));

        assertThat(app.queue().deleteDead(TOPIC, List.of(stale)).changed()).isZero();

        awaitState("a", MessageState.DEAD);
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
    }

    /** Its id was used again, so what ended last is another message. */
    @Test
    void aDeadLetterStaysBesideALaterMessageThatWasDelivered() throws Exception {
        Lease kept = claimRelayed("kept");
        Lease cancelled = claimRelayed("cancelled");
        try (Connection other = lockedRows()) {
            app.queue().bury(kept, List.of(new GivenUp("kept", "broken", false, true)));
            app.queue().bury(cancelled, List.of(new GivenUp("cancelled", "broken", false, true)));
            assertThat(app.redis().counts(TOPIC).dead()).isEqualTo(2);
            other.createStatement()
                    .executeUpdate("update delay_message set revision = revision + 1, state = 'DELIVERED'"
                            + " where id = 'kept'");
            other.createStatement()
                    .executeUpdate("update delay_message set revision = revision + 1, state = 'CANCELLED'"
                            + " where id = 'cancelled'");
            other.commit();
        }
        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).dead() == 1);
        assertThat(app.isInRedis("kept")).isTrue();
    }

    /** As after a restore of a backup that is older than the message. */
    @Test
    void whatIsAheadOfTheDatabaseBecomesADeadLetter() {
        Lease lease = claimRelayed("a");
        app.inTransaction(status -> new JdbcTemplate(database)
                .update("update delay_message set revision = revision - 1, state = 'DELIVERED'"));

        assertThat(app.queue()
                        .bury(lease, List.of(new GivenUp("a", "broken", false, true)))
                        .lost())
                .isEmpty();

        assertThat(app.redis().counts(TOPIC).dead()).isOne();
    }

    /** An HTTP client settles at any instance. */
    @Test
    void whatAnotherInstanceHasClaimedIsRecorded() {
        App other = app(database).started();
        Lease acked = claimRelayed("acked");
        assertThat(other.queue().renew(acked, List.of("acked"), LEASE)).isEmpty();
        assertThat(other.queue().ack(acked, List.of("acked"))).isEmpty();
        Burial burial =
                other.queue().bury(claimRelayed("buried"), List.of(new GivenUp("buried", "broken", false, true)));
        assertThat(burial.lost()).isEmpty();

        awaitState("acked", MessageState.DELIVERED);
        awaitState("buried", MessageState.DEAD);
    }

    /** The message that waits is another one. */
    @Test
    void aLeaseOfAnotherInstanceThatWasLostEndsNothing() {
        App other = app(database).started();
        Lease lost = claimRelayed("a");
        send("a", OnDuplicate.REPLACE);

        assertThat(other.queue().ack(lost, List.of("a"))).containsExactly("a");

        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
    }

    /** Whoever has claimed it since decides. */
    @Test
    void whatComesAfterTheEndOfALeaseIsNotRecorded() {
        Lease acked = leaseThatEnded("acked");
        Lease buried = leaseThatEnded("buried");
        assertThat(app.queue().ack(acked, List.of("acked"))).containsExactly("acked");
        assertThat(app.queue()
                        .bury(buried, List.of(new GivenUp("buried", "broken", false, true)))
                        .lost())
                .containsExactly("buried");

        assertThat(app.state("acked")).isEqualTo(MessageState.WAITING);
        assertThat(app.state("buried")).isEqualTo(MessageState.WAITING);
    }

    /** What was handled is not delivered again. What was given up is: nobody could redrive it. */
    @Test
    void whatRedisHasLostIsADeliveryButNoDeadLetter() {
        Lease acked = claimRelayed("acked");
        Lease buried = claimRelayed("buried");
        app.queue().renew(acked, List.of("acked"), Duration.ofMillis(1));
        app.redis().deleteTopic(TOPIC, true);

        assertThat(app.queue().ack(acked, List.of("acked"))).containsExactly("acked");
        assertThat(app.queue()
                        .bury(buried, List.of(new GivenUp("buried", "broken", false, true)))
                        .lost())
                .containsExactly("buried");

        awaitState("acked", MessageState.DELIVERED);
        assertThat(app.state("buried")).isEqualTo(MessageState.WAITING);
    }

    /** Whoever gave it back expects another delivery. */
    @Test
    void whatIsDueAgainIsNotRecorded() {
        Lease lease = claimRelayed("a");
        app.queue().renew(lease, List.of("a"), Duration.ofMillis(1));
        app.redis().release(lease, List.of("a"), Duration.ZERO, false);

        assertThat(app.queue().ack(lease, List.of("a"))).containsExactly("a");

        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
    }

    @Test
    void whatComesAfterTheEndOfALeaseIsRecordedWhileRedisHangs() {
        Lease lease = claimRelayed("a");
        app.queue().renew(lease, List.of("a"), Duration.ofMillis(1));
        redis.pause();
        try {
            assertThatThrownBy(() -> app.queue().ack(lease, List.of("a"))).isInstanceOf(DelayQueueException.class);
            awaitState("a", MessageState.DELIVERED);
        } finally {
            redis.resume();
        }
    }

    /** Another one has begun. */
    private Lease leaseThatEnded(String id) {
        Lease ended = claimRelayed(id);
        app.queue().renew(ended, List.of(id), Duration.ofMillis(1));
        claimOne(id);
        return ended;
    }

    @Test
    void noRowOfADeletedTopicIsADeadLetter() {
        app.queue().bury(claimRelayed("a"), List.of(new GivenUp("a", "broken", false, true)));
        awaitState("a", MessageState.DEAD);

        app.queue().deleteTopic(TOPIC, true);

        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    private Outcome send(String id, OnDuplicate onDuplicate) {
        return app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id(id)
                        .body("second")
                        .delay(LATER)
                        .onDuplicate(onDuplicate)
                        .build())
                .outcome();
    }

    private static MessageKey key(String id) {
        return new MessageKey(TOPIC, id);
    }
}
