package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a send with KEEP or REJECT does if its topic already has a message with its id. */
abstract class DuplicatesContract extends ContractFixture {

    private static final Duration MUCH_LATER = LATER.multipliedBy(2);

    // KEEP

    @Test
    void keepLeavesADueMessageAsItIs() {
        send(message("a").body("old"));
        StoredMessage old = stored("a");

        Receipt receipt = send(keep().body("new").delay(MUCH_LATER));

        assertThat(receipt.outcome()).isEqualTo(Outcome.KEPT);
        assertThat(receipt.dueTime()).isEqualTo(old.at());
        assertThat(stored("a")).isEqualTo(old);
        assertCounts(1, 0, 0);
    }

    @Test
    void keepAnswersWhenARetriedMessageIsDueNext() {
        retry(leased("a"), LATER, false);

        Receipt receipt = send(keep().delay(MUCH_LATER));

        assertThat(receipt.dueTime()).isEqualTo(stored("a").at());
        assertThat(stored("a").failures()).isEqualTo(1);
    }

    @Test
    void keepLeavesALeasedMessageToItsHolder() {
        Receipt first = sendDue("a");
        LeasedMessage held = claim("a");
        StoredMessage old = stored("a");

        Receipt receipt = send(keep().body("new"));

        assertThat(receipt.outcome()).isEqualTo(Outcome.KEPT_IN_FLIGHT);
        assertThat(receipt.dueTime()).isEqualTo(first.dueTime());
        assertThat(stored("a")).isEqualTo(old);
        assertThat(ack(held)).isEmpty();
        assertGone("a");
    }

    @Test
    void keepSaysThatADeliveryMayStillArrive() {
        retry(leased("a"), LATER, true);
        StoredMessage old = stored("a");

        Receipt receipt = send(keep().body("new").delay(MUCH_LATER));

        assertThat(receipt.outcome()).isEqualTo(Outcome.KEPT_IN_FLIGHT);
        assertThat(receipt.dueTime()).isEqualTo(old.at());
        assertThat(stored("a")).isEqualTo(old);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void replaceOfARedrivenMessageSaysThatItsLastDeliveryMayStillArrive() {
        bury(leased("a"), "no answer in time", true);
        queue.redrive(TOPIC, "a");

        assertThat(send(message("a")).outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);
    }

    // REJECT

    @Test
    void rejectLeavesADueMessageAsItIs() {
        send(message("a").body("old"));
        StoredMessage old = stored("a");

        assertRejected();

        assertThat(stored("a")).isEqualTo(old);
    }

    @Test
    void rejectLeavesALeasedMessageToItsHolder() {
        LeasedMessage held = leased("a");
        StoredMessage old = stored("a");

        assertRejected();

        assertThat(stored("a")).isEqualTo(old);
        assertThat(ack(held)).isEmpty();
    }

    private void assertRejected() {
        assertThatThrownBy(() -> send(message("a").onDuplicate(OnDuplicate.REJECT)))
                .asInstanceOf(type(DelayQueueException.Duplicate.class))
                .satisfies(e -> assertThat(e.topic()).isEqualTo(TOPIC))
                .satisfies(e -> assertThat(e.ids()).containsExactly("a"))
                .satisfies(e -> assertThat(e).hasMessageContaining(TOPIC).hasMessageContaining("a"));
    }

    // All alike where there is no such message

    @ParameterizedTest
    @EnumSource
    void aMessageThatIsNotThereIsScheduled(OnDuplicate onDuplicate) {
        assertThat(send(message("a").onDuplicate(onDuplicate)).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertCounts(1, 0, 0);
    }

    @ParameterizedTest
    @EnumSource
    void aDeadLetterIsNoSuchMessageAndStays(OnDuplicate onDuplicate) {
        dead("a");

        assertThat(send(message("a").onDuplicate(onDuplicate)).outcome()).isEqualTo(Outcome.SCHEDULED);

        assertCounts(1, 0, 1);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        assertThat(stored("a").state()).isEqualTo(State.DEAD);
    }

    @ParameterizedTest
    @EnumSource
    void anIdIsFreeAgainAfterAck(OnDuplicate onDuplicate) {
        retry(leased("a"), Duration.ZERO, true);
        passTime(Duration.ofMillis(1));
        ack(claim("a"));

        assertThat(send(message("a").onDuplicate(onDuplicate)).outcome()).isEqualTo(Outcome.SCHEDULED);

        assertThat(stored("a").failures()).isZero();
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }

    // Sent again, because no answer came

    @Test
    void aSendThatIsRepeatedLeavesOneMessage() {
        List<Receipt> receipts = List.of(send(message("a")), send(message("a")), send(keep()));

        assertThat(receipts)
                .extracting(Receipt::outcome)
                .containsExactly(Outcome.SCHEDULED, Outcome.REPLACED, Outcome.KEPT);
        assertThat(receipts.get(2).dueTime()).isEqualTo(receipts.get(1).dueTime());
        assertCounts(1, 0, 0);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }

    private static org.delay.redisson.OutgoingMessage.Builder keep() {
        return message("a").onDuplicate(OnDuplicate.KEEP);
    }
}
