package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A send with {@link OnDuplicate#REPLACE} takes the place of the message with its id. */
abstract class ReplaceContract extends ContractFixture {

    private static final Duration MUCH_LATER = LATER.multipliedBy(2);

    @Test
    void replaceOfADueMessageTakesItsPlace() {
        send(message("a").key("old").header("old", "1").priority(9).timeToLive(Duration.ofDays(1)));

        Receipt receipt =
                send(message("a").body("new").header("new", "2").priority(1).delay(MUCH_LATER));

        assertThat(receipt.outcome()).isEqualTo(Outcome.REPLACED);
        assertCounts(1, 0, 0);
        StoredMessage stored = stored("a");
        assertThat(stored.at()).isEqualTo(receipt.dueTime());
        assertThat(stored.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(stored.message().body()).isEqualTo("new");
        assertThat(stored.message().key()).isNull();
        assertThat(stored.message().headers()).containsOnlyKeys("new");
        assertThat(stored.message().priority()).isEqualTo(1);
        assertThat(stored.timeToLive()).isNull();
    }

    @Test
    void replaceByAnEarlierTimeIsDueEarlier() {
        send(message("a"));

        sendDue("a");

        assertThat(claim("a").message().attempt()).isEqualTo(1);
    }

    @Test
    void replaceByALaterTimeIsNotDueBefore() {
        sendDue("a");

        send(message("a"));

        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
    }

    @Test
    void replaceOfADueMessageCountsAttemptsFromOne() {
        expired("a");
        retry(claim("a"), LATER, false);
        assertThat(stored("a").message().attempt()).isEqualTo(3);

        Receipt receipt = send(message("a"));

        assertThat(receipt.outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);
        assertThat(stored("a").failures()).isZero();
        assertThat(stored("a").leaseExpirations()).isZero();
        assertThat(stored("a").message().attempt()).isEqualTo(1);
    }

    @Test
    void replaceOfADueMessageDoesNotForgetThatADeliveryMayStillArrive() {
        retry(leased("a"), LATER, true);

        assertThat(send(message("a")).outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
        assertGone("a");
    }

    @ParameterizedTest
    @EnumSource
    void replaceInFlightEndsTheLease(LeaseCall call) {
        LeasedMessage held = leased("a");

        Receipt receipt = send(message("a").body("new"));
        StoredMessage replaced = stored("a");

        assertThat(receipt.outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);
        assertThat(replaced.state()).isEqualTo(State.DUE);
        assertThat(replaced.at()).isEqualTo(receipt.dueTime());
        assertThat(replaced.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(replaced.message().body()).isEqualTo("new");
        assertThat(call.of(queue, held)).containsExactly("a");
        assertThat(stored("a")).isEqualTo(replaced);
        assertCounts(1, 0, 0);
    }

    @Test
    void replaceInFlightCountsAttemptsFromOneAndIsDeliveredToo() {
        retry(leased("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        LeasedMessage old = claim("a");

        sendDue(message("a").body("new"));
        LeasedMessage held = claim("a");

        assertThat(old.message().attempt()).isEqualTo(2);
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(held.message().body()).isEqualTo("new");
        assertThat(ack(old)).containsExactly("a");
        assertThat(ack(held)).isEmpty();
        assertGone("a");
    }

    @Test
    void replaceInFlightRemembersThatTheOldDeliveryMayStillArrive() {
        leased("a");
        send(message("a"));

        assertThat(send(message("a")).outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
        assertGone("a");
    }

    @Test
    void aLeaseThatRanOutUnnoticedIsStillInFlight() {
        expired("a");

        assertThat(send(message("a")).outcome()).isEqualTo(Outcome.REPLACED_IN_FLIGHT);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }
}
