package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.junit.jupiter.api.Test;

/** Claims are numbered: a claim with the same number gets the same batch again, so an answer that is lost can be repeated. */
abstract class ClaimNumbersContract extends ContractFixture {

    @Test
    void theSameNumberGetsTheSameBatch() {
        List<String> ids = neighbours(3);
        ids.forEach(this::sendDue);
        ClaimingThread claimer = claimer().limit(2);
        ClaimResult first = claimer.claim(home(ids.get(0)), TOPIC);

        ClaimResult again = claimer.repeat(home(ids.get(0)), TOPIC);

        assertThat(again.stale()).isFalse();
        assertThat(again.lease()).isEqualTo(first.lease());
        assertThat(again.messages())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(CLAIM_TIME)
                .hasSize(2)
                .containsExactlyInAnyOrderElementsOf(first.messages());
        assertThat(queue.ack(again.lease(), LeasedMessage.ids(again))).isEmpty();
    }

    @Test
    void theSameNumberCountsNoSecondLeaseExpiration() {
        expired("a");
        ClaimingThread claimer = claimer();
        ClaimResult first = claimer.claim(home("a"), TOPIC);

        ClaimResult again = claimer.repeat(home("a"), TOPIC);

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
        ClaimResult claim = claimer.claim(shard, TOPIC);
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

        ClaimResult again = claimer.repeat(shard, TOPIC);

        assertThat(again.stale()).isFalse();
        assertThat(again.messages()).isEmpty();
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1));
    }

    /** Else two claimers would work on one message. */
    @Test
    void theSameNumberGetsNothingWhoseLeaseIsOver() {
        sendDue("a");
        ClaimingThread claimer = claimer().lease(SHORT);
        claimer.claim(home("a"), TOPIC);
        passUntil(stored("a").at());

        ClaimResult again = claimer.repeat(home("a"), TOPIC);

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

        ClaimResult late = claimer.claim(home("a"), TOPIC, 7);

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
}
