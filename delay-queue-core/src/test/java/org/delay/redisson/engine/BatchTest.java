package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.ScriptedQueue.claim;
import static org.delay.redisson.ScriptedQueue.refused;
import static org.delay.redisson.ScriptedQueue.unknown;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases and settlements of one batch. */
class BatchTest {

    private static final Duration LEASE = EngineParts.SETTINGS.lease();

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final List<String> lost = new ArrayList<>();
    private final DispatchListener listener = new DispatchListener() {
        @Override
        public boolean isNonBlocking() {
            return true;
        }

        @Override
        public void leaseLost(String topic, Collection<String> ids) {
            lost.addAll(ids);
        }
    };
    private final Workplace place = EngineParts.place(queue, ticker, listener);
    private final Worker worker = new Worker(place, EngineParts.crew(place), new EngineParts.Names());
    private final Batch batch = new Batch(
            place, worker, new Claimer.Answer(claim(false, "one", "two", "three"), 3, ticker.nanos(), ticker.nanos()));

    @AfterEach
    void nothingWasLeftInterrupted() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private void decideAll(Disposition verdict) {
        batch.claimed().forEach(claimed -> batch.settlement().decide(claimed, verdict));
    }

    @Test
    void theLeaseIsOverWhenItsTimeSinceTheSendingIsOver() {
        ticker.tick(LEASE.minusNanos(1));
        assertThat(batch.leaseIsOver()).isFalse();
        ticker.tick(Duration.ofNanos(1));
        assertThat(batch.leaseIsOver()).isTrue();
    }

    @Test
    void theLeaseIsRenewedAtAThirdForWhatIsNotSettled() {
        batch.settlement().decide(batch.claimed().get(0), Disposition.DONE);
        batch.settlement().tell();
        ticker.tick(LEASE.dividedBy(3).minusNanos(1));
        batch.work().renewIfDue(ticker.nanos());
        assertThat(queue.settlements).containsExactly("ack [one]");

        ticker.tick(Duration.ofNanos(1));
        batch.work().renewIfDue(ticker.nanos());
        assertThat(queue.settlements).containsExactly("ack [one]", "renew [three, two]");

        ticker.tick(LEASE.minusNanos(1));
        assertThat(batch.leaseIsOver()).isFalse();
    }

    @Test
    void aRenewalThatFailsProlongsNothingAndIsTriedAgain() {
        ticker.tick(LEASE.dividedBy(3));
        queue.failsToSettle(unknown());
        assertThatThrownBy(() -> batch.work().renewIfDue(ticker.nanos())).isInstanceOf(RuntimeException.class);
        batch.work().renewIfDue(ticker.nanos());

        assertThat(queue.settlements).hasSize(2);
    }

    @Test
    void whatARenewalReportsLostIsToldOnceAndNotRenewedAgain() {
        queue.lost = Set.of("two");
        ticker.tick(LEASE.dividedBy(3));
        batch.work().renewIfDue(ticker.nanos());
        queue.lost = Set.of();
        ticker.tick(LEASE.dividedBy(3));
        batch.work().renewIfDue(ticker.nanos());

        assertThat(queue.settlements).containsExactly("renew [one, three, two]", "renew [one, three]");
        assertThat(lost)
                .as("a listener may be slow, and leases must not wait for it")
                .isEmpty();
        batch.settle();
        assertThat(lost).containsExactly("two");
    }

    @Test
    void verdictsOfAKindAreOneCall() {
        batch.settlement().decide(batch.claimed().get(0), Disposition.Release.UNTOUCHED);
        batch.settlement().decide(batch.claimed().get(1), Disposition.Release.BEGUN);
        batch.settlement().decide(batch.claimed().get(2), Disposition.Release.UNTOUCHED);

        batch.settle();

        assertThat(queue.settlements)
                .containsExactly("release [one, three] PT0S", "release [two] PT0S may still arrive");
    }

    /** The worker has other work; {@link UnsettledMessages} tells it again. */
    @Test
    void aSettlementThatFailsIsNotRepeatedByTheWorker() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(refused());

        batch.settle();

        assertThat(queue.settlements).containsExactly("ack [one, two, three]");
        assertThat(batch.settlement().untold()).isEqualTo(3);
        assertThat(place.unsettled().admits(0, ScriptedQueue.TOPIC)).isFalse();
    }

    @Test
    void aSettlementThatFailsAfterTheTimeToStopIsGivenUp() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(refused());
        place.overtime().give();

        batch.settle();

        assertThat(queue.settlements).hasSize(1);
        assertThat(place.unsettled().admits(0, ScriptedQueue.TOPIC)).isTrue();
    }

    @Test
    void whatIsGoneAfterACallWithoutAnswerIsNotTakenForLost() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(unknown());
        queue.lost = Set.of("one", "two", "three");
        batch.settle();

        batch.work().tell();

        assertThat(lost).isEmpty();
        assertThat(batch.settlement().untold()).isZero();
    }

    @Test
    void whatIsGoneAfterARefusalIsLost() {
        decideAll(Disposition.DONE);
        queue.failsToSettle(refused());
        queue.lost = Set.of("two");
        batch.settle();

        batch.work().tell();

        assertThat(lost).containsExactly("two");
    }

    @Test
    void aHandlerIsTakenOverOnceItsTimeIsOverAndInterrupted() {
        batch.deliver(batch.claimed());
        batch.begin(1, 2, ticker.nanos());
        ticker.tick(Duration.ofMillis(10));
        assertThat(batch.takeOver(ticker.nanos(), Duration.ofMillis(11).toNanos()))
                .isNull();

        Batch.Unfinished left =
                batch.takeOver(ticker.nanos(), Duration.ofMillis(10).toNanos());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(left.begun()).containsExactly(batch.claimed().get(1));
        assertThat(left.waiting()).containsExactly(batch.claimed().get(2));
        assertThat(batch.takeOver(ticker.nanos(), 0)).isNull();
        assertThat(batch.end()).isFalse();
    }

    @Test
    void aHandlerThatCameBackIsNotInterrupted() {
        batch.deliver(batch.claimed());
        batch.begin(0, 1, ticker.nanos());
        assertThat(batch.end()).isTrue();

        assertThat(batch.takeOver(ticker.nanos(), 0)).isNull();
    }
}
