package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages from before a change of the number of shards stay where they are. Each call for their ids finds them there. */
abstract class MovedIdsContract extends MovedIdsFixture {

    @Test
    void anOldMessageIsFoundAndCancelledAndRescheduled() {
        String id = mover();
        send(message(id));
        queue.changeShards(shards() + MORE);

        assertThat(stored(id).state()).isEqualTo(State.DUE);
        assertThat(listed(State.DUE)).containsExactly(id);
        assertCounts(1, 0, 0);
        assertThat(queue.reschedule(TOPIC, id, LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED);
        assertGone(id);
    }

    @Test
    void anOldMessageIsClaimedAndSettledWhereItIs() {
        String id = mover();
        sendDue(id);
        queue.changeShards(shards() + MORE);

        LeasedMessage held = claim(id);

        assertThat(held.lease().shard()).isEqualTo(home(id));
        retry(held, Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        assertThat(ack(claim(id))).isEmpty();
        assertGone(id);
    }

    @ParameterizedTest
    @EnumSource
    void anOldMessageIsSeenByTheNextSend(OnDuplicate onDuplicate) {
        String id = mover();
        send(message(id).body("old"));
        queue.changeShards(shards() + MORE);

        switch (onDuplicate) {
            case REPLACE -> assertThat(send(message(id).body("new")).outcome()).isEqualTo(Outcome.REPLACED);
            case KEEP ->
                assertThat(send(message(id).body("new").onDuplicate(OnDuplicate.KEEP))
                                .outcome())
                        .isEqualTo(Outcome.KEPT);
            case REJECT ->
                assertThatThrownBy(() -> send(message(id).body("new").onDuplicate(OnDuplicate.REJECT)))
                        .isInstanceOf(DelayQueueException.Duplicate.class);
        }

        assertCounts(1, 0, 0);
        assertThat(stored(id).message().body()).isEqualTo(onDuplicate == OnDuplicate.REPLACE ? "new" : "old");
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED);
        assertGone(id);
    }

    @Test
    void anOldMessageThatIsReplacedStaysInItsHome() {
        String id = mover();
        send(message(id));
        queue.changeShards(shards() + MORE);

        sendDue(id);

        assertThat(claim(id).lease().shard()).isEqualTo(home(id));
    }

    @Test
    void anOldMessageInFlightIsReplacedInItsHome() {
        String id = mover();
        LeasedMessage held = leased(id);
        queue.changeShards(shards() + MORE);

        assertThat(send(message(id)).outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);

        assertThat(ack(held)).containsExactly(id);
        assertCounts(1, 0, 0);
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void anIdThatIsFreeAgainGoesToItsNewHome() {
        String id = mover();
        ack(leased(id));
        queue.changeShards(shards() + MORE);

        sendDue(id);

        List<LeasedMessage> held = claimer().claimFromAll(TOPIC);
        assertThat(held).hasSize(1);
        assertThat(held.get(0).lease().shard()).isEqualTo(home(id, shards() + MORE));
    }

    @Test
    void anOldDeadLetterIsFoundRedrivenAndDeleted() {
        String id = mover();
        dead(id);
        queue.changeShards(shards() + MORE);

        assertThat(stored(id).state()).isEqualTo(State.DEAD);
        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.EXISTS);
        passUntil(stored(id).at());
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "again"));
        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertGone(id);
    }

    @Test
    void anOldDeadLetterIsNotRedrivenBesideAMessageInTheNewHome() {
        String id = mover();
        dead(id);
        queue.changeShards(shards() + MORE);
        assertThat(send(message(id).body("live")).outcome()).isEqualTo(Outcome.SCHEDULED);

        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.EXISTS);

        assertThat(stored(id).message().body()).isEqualTo("live");
        assertCounts(1, 0, 1);
        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertCounts(1, 0, 0);
    }

    @Test
    void ofTwoDeadLettersWithOneIdTheOlderIsFoundAndRedriven() {
        String id = twoDeadLetters();

        assertThat(stored(id).message().body()).isEqualTo("older");
        assertThat(queue.redrive(TOPIC, id)).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(stored(id).state()).isEqualTo(State.DUE);
        assertThat(stored(id).message().body()).isEqualTo("older");
    }

    @Test
    void ofTwoDeadLettersWithOneIdOneIsDeletedAtATime() {
        String id = twoDeadLetters();

        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertCounts(0, 0, 1);
        assertThat(stored(id).message().body()).isEqualTo("newer");
        assertThat(queue.delete(TOPIC, id)).isEqualTo(DeleteResult.DELETED);
        assertGone(id);
    }

    private String twoDeadLetters() {
        String id = mover();
        buried(id, "older");
        queue.changeShards(shards() + MORE);
        buried(id, "newer");
        assertCounts(0, 0, 2);
        return id;
    }

    private void buried(String id, String body) {
        send(message(id).body(body).delay(Duration.ZERO));
        passTime(Duration.ofMillis(1));
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "no use"));
    }
}
