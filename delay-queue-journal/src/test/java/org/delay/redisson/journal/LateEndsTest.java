package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.JdbcTemplate;

/** Ends that the database learns of late, and dead letters on which it and Redis differ meanwhile. */
@Execution(ExecutionMode.CONCURRENT)
class LateEndsTest extends DeliveryFixture {

    /** The rows still wait, because they were locked, or the application died before it recorded the ends. */
    @Test
    void whatIsDeliveredButNotRecordedDoesNotWait() {
        deliverUnrecorded("cancelled");
        deliverUnrecorded("rescheduled");
        deliverUnrecorded("kept");
        deliverUnrecorded("rejected");

        assertThat(app.queue().cancel(TOPIC, "cancelled")).isEqualTo(CancelResult.IN_FLIGHT);
        assertThat(app.queue().reschedule(TOPIC, "rescheduled", LATER)).isEqualTo(RescheduleResult.IN_FLIGHT);
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

    /** Its row would say for ever that it is a dead letter. */
    @Test
    void whatDiesDuringABulkDeletionStaysADeadLetter() {
        app.queue().bury(claimRelayed("found"), List.of(new GivenUp("found", "broken", false, true)));
        Lease later = claimRelayed("later");
        App deleting = app(
                database,
                JournalSettings.DEFAULTS,
                store -> before(
                        JournalStore.class,
                        "forgetDead",
                        () -> app.queue().bury(later, List.of(new GivenUp("later", "broken", false, true))),
                        store));

        assertThat(deleting.queue().deleteDead(DeadLetterFilter.of(TOPIC)).changed())
                .isOne();

        assertThat(app.isInRedis("found")).isFalse();
        assertThat(app.isInRedis("later")).isTrue();
        awaitState("later", MessageState.DEAD);
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

    @Test
    void noRowOfADeletedTopicIsADeadLetter() {
        app.queue().bury(claimRelayed("a"), List.of(new GivenUp("a", "broken", false, true)));
        awaitState("a", MessageState.DEAD);

        app.queue().deleteTopic(TOPIC, true);

        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }
}
