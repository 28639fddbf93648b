package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One message has one holder; a holder that is gone loses it; an answer that is lost can be had again. */
abstract class ClaimContract extends ContractFixture {

    @Test
    void nothingIsClaimedWhereNothingIsDue() {
        send(message("a"));
        send(message("other", "b"));

        Claim claim = claimer().claim(home("a"), TOPIC);

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
        passTime(Duration.ofSeconds(1));
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
    void expiriesAndFailuresAreCountedApart() {
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

    // Numbers

    @Test
    void theSameNumberGetsTheSameBatch() {
        List<String> ids = neighbours(3);
        ids.forEach(this::sendDue);
        ClaimingThread claimer = claimer().limit(2);
        Claim first = claimer.claim(home(ids.get(0)), TOPIC);

        Claim again = claimer.repeat(home(ids.get(0)), TOPIC);

        assertThat(again.stale()).isFalse();
        assertThat(again.lease()).isEqualTo(first.lease());
        assertThat(again.messages())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(CLAIM_TIME)
                .hasSize(2)
                .containsExactlyInAnyOrderElementsOf(first.messages());
        assertThat(queue.ack(again.lease(), LeasedMessage.ids(again))).isEmpty();
    }

    @Test
    void theSameNumberCountsNoSecondExpiry() {
        expired("a");
        ClaimingThread claimer = claimer();
        Claim first = claimer.claim(home("a"), TOPIC);

        Claim again = claimer.repeat(home("a"), TOPIC);

        assertThat(again.messages())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(CLAIM_TIME)
                .containsExactlyElementsOf(first.messages());
        assertThat(again.messages()).extracting(Claimed::leaseExpirations).containsExactly(1);
        assertThat(stored("a").leaseExpirations()).isEqualTo(1);
    }

    @Test
    void theSameNumberGetsOnlyWhatIsStillLeased() {
        List<String> ids = neighbours(6);
        ids.forEach(this::sendDue);
        int shard = home(ids.get(0));
        ClaimingThread claimer = claimer();
        Claim claim = claimer.claim(shard, TOPIC);
        List<LeasedMessage> held = LeasedMessage.of(claim);
        assertThat(held).hasSize(6);

        ack(held.get(0));
        retry(held.get(1), Duration.ZERO, false);
        release(held.get(2), Duration.ZERO, false);
        bury(held.get(3), "no use");
        queue.cancel(TOPIC, held.get(4).id());
        passTime(Duration.ofMillis(1));

        assertThat(LeasedMessage.ids(claimer.repeat(shard, TOPIC)))
                .containsExactly(held.get(5).id());
    }

    @Test
    void theSameNumberGetsNothingNewWhenAllIsSettled() {
        List<String> ids = neighbours(2);
        sendDue(ids.get(0));
        int shard = home(ids.get(0));
        ClaimingThread claimer = claimer();
        LeasedMessage.of(claimer.claim(shard, TOPIC)).forEach(this::ack);
        sendDue(ids.get(1));

        Claim again = claimer.repeat(shard, TOPIC);

        assertThat(again.stale()).isFalse();
        assertThat(again.messages()).isEmpty();
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1));
    }

    /** Whoever worked on it now would work beside the next claimer. */
    @Test
    void theSameNumberGetsNothingWhoseLeaseIsOver() {
        sendDue("a");
        ClaimingThread claimer = claimer().lease(SHORT);
        claimer.claim(home("a"), TOPIC);
        passUntil(stored("a").at());

        Claim again = claimer.repeat(home("a"), TOPIC);

        assertThat(again.stale()).isFalse();
        assertThat(again.messages()).isEmpty();
        assertThat(claimer().claim(home("a"), TOPIC).messages()).hasSize(1);
    }

    @Test
    void theSameNumberGetsNothingThatSomebodyElseHasNow() {
        sendDue("a");
        ClaimingThread first = claimer().lease(SHORT);
        first.claim(home("a"), TOPIC);
        passUntil(stored("a").at());
        LeasedMessage second = claim("a");

        assertThat(first.repeat(home("a"), TOPIC).messages()).isEmpty();
        assertThat(ack(second)).isEmpty();
    }

    @Test
    void aLowerNumberIsStaleAndClaimsNothing() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim(home("a"), "another", 8);

        Claim late = claimer.claim(home("a"), TOPIC, 7);

        assertThat(late.stale()).isTrue();
        assertThat(late.messages()).isEmpty();
        assertThat(stored("a").state()).isEqualTo(State.DUE);
    }

    @Test
    void aLowerNumberDoesNotReplaceTheLast() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim(home("a"), TOPIC, 8);
        claimer.claim(home("a"), TOPIC, 3);

        assertThat(LeasedMessage.ids(claimer.claim(home("a"), TOPIC, 8))).containsExactly("a");
    }

    @Test
    void aHigherNumberNeedNotBeTheNext() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim(home("a"), "another", 1);

        assertThat(LeasedMessage.ids(claimer.claim(home("a"), TOPIC, 1_000_000_000_000L)))
                .containsExactly("a");
    }

    @Test
    void numbersAreEachClaimersOwn() {
        sendDue("a");
        claimer().claim(home("a"), "another", 100);

        assertThat(LeasedMessage.ids(claimer().claim(home("a"), TOPIC, 1))).containsExactly("a");
    }

    @Test
    void numbersAreEachShardsOwn() {
        assumeTrue(shards() > 1, "one shard only");
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim((home("a") + 1) % shards(), TOPIC, 100);

        assertThat(LeasedMessage.ids(claimer.claim(home("a"), TOPIC, 1))).containsExactly("a");
    }

    @Test
    void aClaimersLastNumberIsForgottenAfterTenMinutes() {
        assumeTrue(timeJumps(), "takes ten minutes");
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim(home("a"), "another", 8);

        passTime(Duration.ofMinutes(9));
        assertThat(claimer.claim(home("a"), TOPIC, 7).stale()).isTrue();
        passTime(Duration.ofMinutes(2));
        assertThat(LeasedMessage.ids(claimer.claim(home("a"), TOPIC, 7))).containsExactly("a");
    }

    // The look that comes with the answer

    @Test
    void theAnswerSaysWhenTheLeaseEnds() {
        sendDue("a");

        Claim claim = claimer().claim(home("a"), TOPIC);

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
    void theAnswerOfAnEmptyClaimSaysWhenToLookAgain() {
        Receipt receipt = send(message("a"));

        Claim claim = claimer().claim(home("a"), TOPIC);

        assertThat(claim.state().due()).isEmpty();
        assertThat(claim.state().next()).isEqualTo(receipt.dueTime().toEpochMilli());
    }

    @Test
    void aStaleAnswerHasALookToo() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        claimer.claim(home("a"), "another", 8);

        assertThat(claimer.claim(home("a"), TOPIC, 7).state().due()).containsExactly(TOPIC);
    }
}
