package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;

/**
 * The calls of the queue for one lease. Each answers the ids that were not leased any more, for which nothing was done, and
 * throws as the queue does.
 */
@RequiredArgsConstructor
final class SettlementCalls {

    private final DispatchOperations queue;
    private final ShardWakeUp schedule;
    private final Lease lease;
    private final SettlementReporter reporter;

    String topic() {
        return lease.topic();
    }

    Set<String> ack(Collection<String> ids) {
        return queue.ack(lease, ids);
    }

    Set<String> renew(Collection<String> ids, Duration duration) {
        return queue.renew(lease, ids, duration);
    }

    /** What decisions have in common that one call can carry out. */
    static Object kind(Decision decision) {
        return decision.disposition() instanceof Disposition.Release release
                ? release
                : decision.disposition().getClass();
    }

    /** Carries out decisions of one {@linkplain #kind kind}. */
    Set<String> carryOut(List<Decision> some) {
        Disposition first = some.get(0).disposition();
        if (first instanceof Disposition.Release release) {
            return release(some, release);
        }
        return first instanceof Disposition.TryAgain ? retry(some) : bury(some);
    }

    private Set<String> release(List<Decision> some, Disposition.Release release) {
        List<String> ids = some.stream().map(Decision::id).toList();
        Set<String> lost = queue.release(lease, ids, release.delay(), release.mayStillArrive());
        wakeUp(release.delay());
        return lost;
    }

    private Set<String> retry(List<Decision> some) {
        List<Retry> retries = some.stream().map(SettlementCalls::retry).toList();
        Set<String> lost = queue.retry(lease, retries);
        retries.stream().map(Retry::delay).min(Duration::compareTo).ifPresent(this::wakeUp);
        return lost;
    }

    private Set<String> bury(List<Decision> some) {
        Burial burial =
                queue.bury(lease, some.stream().map(SettlementCalls::givenUp).toList());
        reporter.buried(lease.topic(), some.size() - burial.lost().size(), burial.dead());
        return burial.lost();
    }

    private void wakeUp(Duration delay) {
        schedule.wakeUp(lease.shard(), delay);
    }

    private static Retry retry(Decision decision) {
        Disposition.TryAgain again = (Disposition.TryAgain) decision.disposition();
        return new Retry(decision.id(), again.delay(), again.mayStillArrive());
    }

    private static GivenUp givenUp(Decision decision) {
        Disposition.Bury bury = (Disposition.Bury) decision.disposition();
        return new GivenUp(decision.id(), bury.error(), bury.mayStillArrive(), bury.cause() != null);
    }
}
