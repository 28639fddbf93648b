package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;

/** Settlements of claimed messages: their ends are recorded, then carried out in Redis. Thread-safe. */
@RequiredArgsConstructor
final class Settlements {

    private final DelayQueueMessage queue;
    private final Leases leases;
    private final Completion completion;

    Set<String> ack(Lease lease, Collection<String> ids) {
        List<RecordedEnd> ends = new ArrayList<>();
        leases.of(lease, ids).values().stream()
                .filter(claimed -> claimed.revision() > 0)
                .forEach(claimed -> ends.add(new RecordedEnd(
                        new Ending(
                                revision(claimed), isExpired(claimed) ? MessageState.EXPIRED : MessageState.DELIVERED),
                        lease.shard(),
                        null)));
        var unused = completion.record(ends);
        Set<String> lost = queue.ack(lease, ids);
        leases.forget(lease, ids);
        return lost;
    }

    /** The engine acks what is past its time to live without delivering it. */
    private static boolean isExpired(Claimed claimed) {
        Duration timeToLive = claimed.timeToLive();
        return timeToLive != null
                && Duration.between(
                                        claimed.message().dueTime(),
                                        claimed.message().claimTime())
                                .compareTo(timeToLive)
                        > 0;
    }

    /** What has ended in another way before, a cancel for example, is removed and counts as lost. */
    Burial bury(Lease lease, Collection<GivenUp> messages) {
        Map<String, String> errors =
                messages.stream().collect(Collectors.toMap(GivenUp::id, GivenUp::error, (one, other) -> one));
        List<RecordedEnd> ends = new ArrayList<>();
        leases.of(lease, errors.keySet()).forEach((id, claimed) -> {
            if (claimed.revision() > 0) {
                ends.add(new RecordedEnd(
                        new Ending(revision(claimed), MessageState.DEAD), lease.shard(), errors.get(id)));
            }
        });
        Set<String> obsolete = completion.record(ends).stream()
                .map(end -> end.ending().key().id())
                .collect(Collectors.toSet());
        if (!obsolete.isEmpty()) {
            var unused = queue.ack(lease, obsolete);
        }
        Burial burial = queue.bury(
                lease,
                messages.stream().filter(one -> !obsolete.contains(one.id())).toList());
        leases.forget(lease, errors.keySet());
        Set<String> lost = new HashSet<>(burial.lost());
        lost.addAll(obsolete);
        return new Burial(lost, burial.dead());
    }

    Set<String> retry(Lease lease, Collection<Retry> retries) {
        List<String> ids = retries.stream().map(Retry::id).toList();
        Set<String> lost = queue.retry(lease, retries);
        List<HistoryEvent> events = new ArrayList<>();
        leases.of(lease, ids).forEach((id, claimed) -> {
            if (claimed.revision() > 0 && !lost.contains(id)) {
                events.add(History.event(
                        revision(claimed),
                        Change.FAILED,
                        lease.shard(),
                        "attempt " + claimed.message().attempt()));
            }
        });
        leases.forget(lease, ids);
        completion.failed(events);
        return lost;
    }

    Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        Set<String> lost = queue.release(lease, ids, delay, mayStillArrive);
        leases.forget(lease, ids);
        return lost;
    }

    private static MessageRevision revision(Claimed claimed) {
        return new MessageRevision(
                new MessageKey(claimed.message().topic(), claimed.message().id()), claimed.revision());
    }
}
