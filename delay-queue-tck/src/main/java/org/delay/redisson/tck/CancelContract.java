package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A cancel answers CANCELLED only if no delivery can be under way. */
abstract class CancelContract extends ContractFixture {

    @Test
    void cancelOfNothing() {
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
    }

    @Test
    void cancelOfADueMessage() {
        sendDue("a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);

        assertGone("a");
        assertCounts(0, 0, 0);
        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
    }

    @Test
    void cancelLeavesOtherMessages() {
        send(message("a"));
        send(message("b"));

        queue.cancel(TOPIC, "a");

        assertThat(stored("b").state()).isEqualTo(State.DUE);
    }

    @ParameterizedTest
    @EnumSource
    void cancelOfALeasedMessageRemovesItAndEndsTheLease(LeaseCall call) {
        LeasedMessage held = leased("a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);

        assertThat(call.of(queue, held)).containsExactly("a");
        assertGone("a");
        assertCounts(0, 0, 0);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
    }

    @Test
    void afterACancelInFlightTheIdIsFreeAndNothingIsRemembered() {
        leased("a");
        queue.cancel(TOPIC, "a");

        assertThat(send(message("a")).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(stored("a").message().attempt()).isEqualTo(1);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    void cancelOfADeadLetter() {
        dead("a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
        assertCounts(0, 0, 1);
    }

    @Test
    void cancelAfterARetryThatSurelyFailed() {
        retry(leased("a"), LATER, false);

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    void cancelAfterARetryOfWhatMayStillArrive() {
        retry(leased("a"), LATER, true);

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
        assertGone("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void cancelAfterARelease(boolean mayStillArrive) {
        release(leased("a"), LATER, mayStillArrive);

        assertThat(queue.cancel(TOPIC, "a"))
                .isEqualTo(mayStillArrive ? CancelResult.IN_FLIGHT : CancelResult.CANCELLED);
        assertGone("a");
    }

    @Test
    void cancelAfterALeaseRanOutAndTheMessageWasReleased() {
        expired("a");
        release(claim("a"), LATER, false);

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
        assertGone("a");
    }

    @Test
    void whatMayStillArriveIsNotForgottenByALaterFailureThatIsSure() {
        retry(leased("a"), Duration.ZERO, true);
        passTime(Duration.ofMillis(1));
        retry(claim("a"), LATER, false);

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void whatMayStillArriveIsForgottenWithTheMessage() {
        retry(leased("a"), LATER, true);
        queue.cancel(TOPIC, "a");
        send(message("a"));

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    void whatMayStillArriveIsRememberedWithADeadLetter() {
        expired("a");
        bury(claim("a"), "no use");
        queue.redrive(TOPIC, "a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void whatMayStillArriveOfTheLastAttemptIsRememberedWithADeadLetter() {
        bury(leased("a"), "no answer in time", true);
        queue.redrive(TOPIC, "a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void aBurialThatIsSureDoesNotForgetWhatMayStillArrive() {
        retry(leased("a"), Duration.ZERO, true);
        passTime(Duration.ofMillis(1));
        bury(claim("a"), "no use", false);
        queue.redrive(TOPIC, "a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void aRedrivenMessageThatSurelyFailedCanBeCancelled() {
        dead("a");
        queue.redrive(TOPIC, "a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }

    @Test
    void whatMayStillArriveIsForgottenWithTheDeadLetter() {
        bury(leased("a"), "no answer in time", true);
        queue.delete(TOPIC, "a");

        assertThat(send(message("a")).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
    }
}
