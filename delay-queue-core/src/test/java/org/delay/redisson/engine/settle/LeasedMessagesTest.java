package org.delay.redisson.engine.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claim;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;
import static org.delay.redisson.engine.settle.Settlers.LEASE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** Leases and settlements of one claim's messages. */
class LeasedMessagesTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final List<String> told = new ArrayList<>();
    private final DispatchListener listener = new DispatchListener() {
        @Override
        public void leaseLost(String topic, Collection<String> ids) {
            told.addAll(ids);
        }

        @Override
        public void expired(DelayedMessage message, Duration lateness) {
            told.add(message.id() + " expired by " + lateness);
        }
    };
    private final Settler settler = Settlers.of(queue, ticker, listener);
    private final ClaimResult claim = claim(false, "one", "two", "three");
    private final LeasedMessages leased = settler.leased(claim, ticker.nanos());
    private final LeaseRenewal renewal = leased.renewal();

    private void decideAll(Disposition disposition) {
        claim.messages().forEach(claimed -> leased.decide(claimed, disposition));
    }

    private void decide(int index, Disposition disposition) {
        leased.decide(claim.messages().get(index), disposition);
    }

    @Test
    void theLeaseIsOverWhenItsTimeSinceTheSendingIsOver() {
        ticker.tick(LEASE.minusNanos(1));
        assertThat(leased.leaseIsOver()).isFalse();
        ticker.tick(Duration.ofNanos(1));
        assertThat(leased.leaseIsOver()).isTrue();
    }

    @Test
    void theLeaseIsRenewedAtAThirdForWhatIsNotSettled() {
        decide(0, Disposition.DONE);
        leased.settle();
        ticker.tick(LEASE.dividedBy(3).minusNanos(1));
        assertThat(renewal.isDue()).isFalse();
        renewal.run();
        assertThat(queue.settlements).containsExactly("ack [one]");

        ticker.tick(Duration.ofNanos(1));
        assertThat(renewal.isDue()).isTrue();
        renewal.run();
        assertThat(queue.settlements).containsExactly("ack [one]", "renew [three, two]");

        ticker.tick(LEASE.minusNanos(1));
        assertThat(leased.leaseIsOver()).isFalse();
    }

    @Test
    void aRenewalThatFailsProlongsNothingAndIsTriedAgain() {
        ticker.tick(LEASE.dividedBy(3));
        queue.failsToSettle(unknown());
        renewal.run();
        assertThat(renewal.isDue()).as("after a pause").isFalse();

        ticker.tick(Duration.ofSeconds(1));
        assertThat(renewal.isDue()).isTrue();
        renewal.run();

        assertThat(queue.settlements).hasSize(2);
    }

    @Test
    void whatARenewalReportsLostIsToldOnceAndNotRenewedAgain() {
        queue.lost = Set.of("two");
        ticker.tick(LEASE.dividedBy(3));
        renewal.run();
        queue.lost = Set.of();
        ticker.tick(LEASE.dividedBy(3));
        renewal.run();

        assertThat(queue.settlements).containsExactly("renew [one, three, two]", "renew [one, three]");
        assertThat(told)
                .as("a listener may be slow, and leases must not wait for it")
                .isEmpty();
        settler.settle(leased);
        assertThat(told).containsExactly("two");
    }

    @Test
    void messagesAreLostWhenNoneOfThemIsLeasedAnyMore() {
        assertThat(leased.areLost(claim.messages())).isFalse();
        queue.lost = Set.of("two");
        ticker.tick(LEASE.dividedBy(3));
        renewal.run();

        assertThat(leased.areLost(claim.messages())).isFalse();
        assertThat(leased.areLost(claim.messages().subList(1, 2))).isTrue();
    }

    @Test
    void dispositionsOfAKindAreOneCall() {
        decide(0, Disposition.Release.UNTOUCHED);
        decide(1, Disposition.Release.BEGUN);
        decide(2, Disposition.Release.UNTOUCHED);

        settler.settle(leased);

        assertThat(queue.settlements)
                .containsExactly("release [one, three] PT0S", "release [two] PT0S may still arrive");
    }

    @Test
    void whatExpiredIsAckedWithWhatIsDone() {
        decide(0, Disposition.DONE);
        decide(1, new Disposition.Expired(Duration.ofSeconds(3)));

        settler.settle(leased);

        assertThat(queue.settlements).containsExactly("ack [one, two]");
        assertThat(told).containsExactly("two expired by PT3S");
    }

    /** The worker has other work; {@link UnsettledMessages} stores it again. */
    @Test
    void aSettlementThatFailsIsNotRepeatedByTheWorker() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(refused());

        settler.settle(leased);

        assertThat(queue.settlements).containsExactly("ack [one, two, three]");
        assertThat(leased.unsettled()).isEqualTo(3);
        assertThat(settler.hasUnsettled(0, ScriptedQueue.TOPIC)).isTrue();
    }

    @Test
    void aSettlementThatFailsAfterTheTimeToStopIsGivenUp() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(refused());
        settler.endRepeats();

        settler.settle(leased);

        assertThat(queue.settlements).hasSize(1);
        assertThat(settler.hasUnsettled(0, ScriptedQueue.TOPIC)).isFalse();
    }

    @Test
    void whatIsGoneAfterACallWithoutAnswerIsNotTakenForLost() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(unknown());
        queue.lost = Set.of("one", "two", "three");
        settler.settle(leased);

        leased.settle();

        assertThat(told).isEmpty();
        assertThat(leased.unsettled()).isZero();
    }

    @Test
    void whatIsGoneAfterARefusalIsLost() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(refused());
        queue.lost = Set.of("two");
        settler.settle(leased);

        leased.settle();

        assertThat(told).containsExactly("two");
    }
}
