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
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.journal.Leases.LeasedMessage;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.jspecify.annotations.Nullable;

/** Settlements of claimed messages: their ends are recorded, then carried out in Redis. Thread-safe. */
@RequiredArgsConstructor
final class Settlements {

    private final DelayQueueMessage queue;
    private final Leases leases;
    private final LeasedMessages leasedMessages;
    private final Completion completion;
    private final Corrections corrections;

    /** Counts also if Redis has lost the message, once the database has recorded it. */
    Set<String> ack(Lease lease, Collection<String> ids) {
        List<RecordedEnd> ends = new ArrayList<>();
        // The engine acks what is past its time to live without delivering it.
        leasedMessages
                .handled(lease, ids)
                .forEach((id, message) -> ends.add(end(
                        lease, id, message, message.expired() ? MessageState.EXPIRED : MessageState.DELIVERED, null)));
        Recording recording = completion.record(ends);
        Set<String> lost = new HashSet<>(RecordedCalls.call(recording.hasEnds(), () -> queue.ack(lease, ids)));
        lost.removeAll(corrections.follow(recording, lost));
        leases.forget(lease, ids);
        return lost;
    }

    /** What has ended in another way before, a cancel for example, is removed and counts as lost. */
    Burial bury(Lease lease, Collection<GivenUp> messages) {
        Map<String, String> errors =
                messages.stream().collect(Collectors.toMap(GivenUp::id, GivenUp::error, (one, other) -> one));
        List<RecordedEnd> ends = new ArrayList<>();
        leasedMessages
                .held(lease, errors.keySet())
                .forEach((id, message) -> ends.add(end(lease, id, message, MessageState.DEAD, errors.get(id))));
        Recording recording = completion.record(ends);
        Set<String> obsolete = recording.obsolete().stream()
                .map(end -> end.ending().key().id())
                .collect(Collectors.toSet());
        if (!obsolete.isEmpty()) {
            var unused = RecordedCalls.call(true, () -> queue.ack(lease, obsolete));
        }
        List<GivenUp> rest =
                messages.stream().filter(one -> !obsolete.contains(one.id())).toList();
        Burial burial = RecordedCalls.call(recording.hasEnds(), () -> queue.bury(lease, rest));
        var unused = corrections.follow(recording, burial.lost());
        leases.forget(lease, errors.keySet());
        Set<String> lost = new HashSet<>(burial.lost());
        lost.addAll(obsolete);
        return new Burial(lost, burial.dead());
    }

    Set<String> retry(Lease lease, Collection<Retry> retries) {
        List<String> ids = retries.stream().map(Retry::id).toList();
        Map<String, LeasedMessage> messages = completion.keepsFailures() ? leasedMessages.known(lease, ids) : Map.of();
        Set<String> lost = queue.retry(lease, retries);
        List<HistoryEvent> events = new ArrayList<>();
        messages.forEach((id, message) -> {
            if (!lost.contains(id)) {
                String attempt = message.attempt() == 0 ? null : "attempt " + message.attempt();
                events.add(History.event(revision(lease, id, message), Change.FAILED, lease.shard(), attempt));
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

    Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        long until = System.nanoTime() + duration.toNanos();
        Set<String> lost = queue.renew(lease, ids, duration);
        leases.renew(lease, ids.stream().filter(id -> !lost.contains(id)).toList(), until);
        return lost;
    }

    private static RecordedEnd end(
            Lease lease, String id, LeasedMessage message, MessageState state, @Nullable String error) {
        return new RecordedEnd(new Ending(revision(lease, id, message), state), lease.shard(), error);
    }

    private static MessageRevision revision(Lease lease, String id, LeasedMessage message) {
        return new MessageRevision(new MessageKey(lease.topic(), id), message.revision());
    }
}
