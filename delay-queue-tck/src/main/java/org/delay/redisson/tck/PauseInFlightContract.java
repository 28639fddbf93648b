package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.junit.jupiter.api.Test;

/** What a pause does to messages that are claimed when it begins: they are settled as usual, and are not claimed again. */
abstract class PauseInFlightContract extends PauseFixture {

    @Test
    void whatIsBeingDeliveredEndsAsUsual() {
        LeasedMessage acked = leased("acked");
        LeasedMessage retried = leased("retried");
        LeasedMessage released = leased("released");
        LeasedMessage buried = leased("buried");
        LeasedMessage renewed = leased("renewed");
        queue.pause(TOPIC);

        assertThat(ack(acked)).isEmpty();
        assertThat(retry(retried, Duration.ZERO, false)).isEmpty();
        assertThat(release(released, Duration.ZERO, false)).isEmpty();
        assertThat(bury(buried, "no use")).isEmpty();
        assertThat(renew(renewed, LATER)).isEmpty();
        passTime(Duration.ofMillis(2));

        assertThat(claimed()).isEmpty();
        assertCounts(2, 1, 1);

        queue.resume(TOPIC);

        assertThat(claimed()).containsExactlyInAnyOrder("retried", "released");
    }

    @Test
    void aLeaseThatRanOutWaitsToo() {
        expired("a");
        queue.pause(TOPIC);
        assertThat(claimed()).isEmpty();
        assertThat(stored("a").leaseExpirations()).isZero();

        queue.resume(TOPIC);

        assertThat(claim("a").claimed().leaseExpirations()).isEqualTo(1);
    }

    @Test
    void aClaimOfBeforeCanBeRepeated() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        ClaimResult claim = claimer.claim(home("a"), TOPIC);
        queue.pause(TOPIC);

        ClaimResult again = claimer.repeat(home("a"), TOPIC);

        assertThat(again.messages())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(CLAIM_TIME)
                .containsExactlyElementsOf(claim.messages());
        assertThat(queue.ack(again.lease(), List.of("a"))).isEmpty();
    }

    /** Its caller has given up, so claimed messages would wait until their lease expires. */
    @Test
    void aClaimOfThePauseGivesNothingWhenItComesAgainLate() {
        sendDue("a");
        queue.pause(TOPIC);
        ClaimingThread claimer = claimer();
        assertThat(claimer.claim(home("a"), TOPIC).messages()).isEmpty();
        queue.resume(TOPIC);

        assertThat(claimer.repeat(home("a"), TOPIC).messages()).isEmpty();
        assertThat(LeasedMessage.ids(claimer.claim(home("a"), TOPIC))).containsExactly("a");
    }
}
