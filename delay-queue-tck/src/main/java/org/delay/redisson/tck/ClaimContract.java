package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A claimed message belongs to one claimer until it is settled or its lease expires. */
abstract class ClaimContract extends ContractFixture {

    @Test
    void nothingIsClaimedWhereNothingIsDue() {
        send(message("a"));
        send(message("other", "b"));

        ClaimResult claim = claimer().claim(home("a"), TOPIC);

        assertThat(claim.stale()).isFalse();
        assertThat(claim.messages()).isEmpty();
    }

    @Test
    void aClaimedMessageIsNobodyElses() {
        leased("a");

        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
        assertCounts(0, 1, 0);
        assertThat(stored("a").state()).isEqualTo(State.LEASED);
    }

    @Test
    void aLeaseLastsForTheTimeThatWasAsked() {
        sendDue("a");
        Instant before = now();

        LeasedMessage held = claim("a", Duration.ofMinutes(2));

        assertThat(stored("a").at())
                .isBetween(before.plusSeconds(120), now().plusSeconds(120).plusMillis(1));
        assertThat(held.lease().topic()).isEqualTo(TOPIC);
        assertThat(held.lease().shard()).isEqualTo(home("a"));
        assertThat(held.lease().token()).isNotEmpty();
    }

    @Test
    void aMessageTellsWhenItWasClaimedByTheQueuesClock() {
        sendDue("a");
        passTime(Duration.ofMillis(50));
        Instant before = now().truncatedTo(ChronoUnit.MILLIS);

        Claimed claimed = claim("a").claimed();

        assertThat(claimed.message().claimTime()).isBetween(before, now());
        assertThat(claimed.message().claimTime())
                .isAfterOrEqualTo(claimed.message().dueTime());
    }

    @Test
    void aLeaseIsNotOverBeforeItsEnd() {
        sendDue("a");
        claim("a", Duration.ofMillis(30));
        Instant end = stored("a").at();
        ClaimingThread second = claimer();

        while (second.claimFromAll(TOPIC).isEmpty()) {
            passTime(Duration.of(300, ChronoUnit.MICROS));
        }

        assertThat(now()).isAfterOrEqualTo(end);
    }

    @Test
    void aMessageIsClaimedAgainWhenItsLeaseRanOut() {
        Receipt receipt = sendDue("a");
        LeasedMessage first = claimedAndExpired("a");

        LeasedMessage second = claim("a");

        assertThat(second.lease().token()).isNotEqualTo(first.lease().token());
        assertThat(second.claimed().leaseExpirations()).isEqualTo(1);
        assertThat(second.claimed().failures()).isZero();
        assertThat(second.message().attempt()).isEqualTo(2);
        assertThat(second.message().body()).isEqualTo("body of a");
        assertThat(second.message().dueTime()).isEqualTo(receipt.dueTime());
        assertCounts(0, 1, 0);
    }

    @Test
    void leaseExpirationsAndFailuresAreCountedApart() {
        expired("a");
        retry(claimedAndExpired("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));

        LeasedMessage held = claim("a");

        assertThat(held.claimed().leaseExpirations()).isEqualTo(1);
        assertThat(held.claimed().failures()).isEqualTo(1);
        assertThat(held.message().attempt()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void whoLostTheLeaseCanDoNothing(LeaseCall call) {
        LeasedMessage first = expired("a");
        LeasedMessage second = claim("a");
        StoredMessage before = stored("a");

        assertThat(call.of(queue, first)).containsExactly("a");

        assertThat(stored("a")).isEqualTo(before);
        assertThat(ack(second)).isEmpty();
        assertGone("a");
    }

    @ParameterizedTest
    @EnumSource
    void whoseLeaseRanOutCanStillSettleUntilSomebodyElseClaims(LeaseCall call) {
        LeasedMessage held = expired("a");
        assertCounts(0, 1, 0);

        assertThat(call.of(queue, held)).isEmpty();

        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
    }

    @Test
    void aMessageWhoseLeaseRanOutIsInFlight() {
        expired("a");

        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
        assertGone("a");
    }

    // The state of the shard in the answer

    @Test
    void theAnswerSaysWhenTheLeaseEnds() {
        sendDue("a");

        ClaimResult claim = claimer().claim(home("a"), TOPIC);

        assertThat(claim.state().due()).isEmpty();
        assertThat(claim.state().next()).isEqualTo(stored("a").at().toEpochMilli());
    }

    @Test
    void theAnswerSaysThatMoreIsDue() {
        neighbours(3).forEach(this::sendDue);
        int shard = home(neighbours(1).get(0));
        ClaimingThread claimer = claimer().limit(2);

        assertThat(claimer.claim(shard, TOPIC).state().due()).containsExactly(TOPIC);
        assertThat(claimer.claim(shard, TOPIC).state().due()).isEmpty();
    }

    @Test
    void theAnswerOfAnEmptyClaimSaysWhenToPollAgain() {
        Receipt receipt = send(message("a"));

        ClaimResult claim = claimer().claim(home("a"), TOPIC);

        assertThat(claim.state().due()).isEmpty();
        assertThat(claim.state().next()).isEqualTo(receipt.dueTime().toEpochMilli());
    }

    @Test
    void aStaleAnswerHasTheStateToo() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim(home("a"), "another", 8);

        assertThat(claimer.claim(home("a"), TOPIC, 7).state().due()).containsExactly(TOPIC);
    }
}
