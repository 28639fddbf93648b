package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.RescheduleResult;
import org.junit.jupiter.api.Test;

/** A reschedule changes the due time of a message that waits, and nothing else. A message in flight stays as it is. */
abstract class RescheduleContract extends ContractFixture {

    @Test
    void rescheduleOfNothing() {
        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.NOT_FOUND);
        assertGone("a");
    }

    @Test
    void rescheduleToALaterTime() {
        sendDue("a");
        Instant before = now();

        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED);

        StoredMessage stored = stored("a");
        assertThat(stored.at()).isBetween(before.plus(LATER), now().plus(LATER).plus(queues.dueTimeError()));
        assertThat(stored.message().dueTime()).isEqualTo(stored.at());
        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
        assertCounts(1, 0, 0);
    }

    @Test
    void rescheduleToAnEarlierTime() {
        send(message("a").key("key").priority(8));

        assertThat(queue.reschedule(TOPIC, "a", Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);

        passUntil(stored("a").at());
        LeasedMessage held = claim("a");
        assertThat(held.message().body()).isEqualTo("body of a");
        assertThat(held.message().key()).isEqualTo("key");
        assertThat(held.message().priority()).isEqualTo(8);
        assertThat(held.message().attempt()).isEqualTo(1);
    }

    @Test
    void rescheduleKeepsWhatWasCounted() {
        expired("a");
        retry(claim("a"), LATER, false);

        assertThat(queue.reschedule(TOPIC, "a", Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);

        passUntil(stored("a").at());
        LeasedMessage held = claim("a");
        assertThat(held.claimed().failures()).isEqualTo(1);
        assertThat(held.claimed().leaseExpirations()).isEqualTo(1);
    }

    @Test
    void rescheduleDoesNotForgetThatADeliveryMayStillArrive() {
        retry(leased("a"), LATER, true);

        assertThat(queue.reschedule(TOPIC, "a", Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);

        assertThat(stored("a").at()).isBefore(now().plus(LATER));
        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void rescheduleOfARedrivenMessageSaysThatItsLastDeliveryMayStillArrive() {
        bury(leased("a"), "no answer in time", true);
        queue.redrive(TOPIC, "a");

        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);
    }

    @Test
    void rescheduleOfALeasedMessageChangesNothing() {
        LeasedMessage held = leased("a");
        StoredMessage before = stored("a");

        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.IN_FLIGHT);

        assertThat(stored("a")).isEqualTo(before);
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void rescheduleOfADeadLetter() {
        dead("a");

        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.NOT_FOUND);
        assertCounts(0, 0, 1);
    }
}
