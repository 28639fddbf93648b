package org.delay.redisson.journal;

import static java.util.function.Predicate.not;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
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
    private final RevisionedStore redis;
    private final Leases leases;
    private final Completion completion;

    Set<String> ack(Lease lease, Collection<String> ids) {
        List<RecordedEnd> ends = new ArrayList<>();
        // The engine acks what is past its time to live without delivering it.
        recorded(lease, ids)
                .forEach((id, message) -> ends.add(end(
                        lease, id, message, message.expired() ? MessageState.EXPIRED : MessageState.DELIVERED, null)));
        var unused = completion.record(ends);
        Set<String> lost = queue.ack(lease, ids);
        leases.forget(lease, ids);
        return lost;
    }

    /** What has ended in another way before, a cancel for example, is removed and counts as lost. */
    Burial bury(Lease lease, Collection<GivenUp> messages) {
        Map<String, String> errors =
                messages.stream().collect(Collectors.toMap(GivenUp::id, GivenUp::error, (one, other) -> one));
        List<RecordedEnd> ends = new ArrayList<>();
        recorded(lease, errors.keySet())
                .forEach((id, message) -> ends.add(end(lease, id, message, MessageState.DEAD, errors.get(id))));
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
        Map<String, LeasedMessage> recorded = recorded(lease, ids);
        Set<String> lost = queue.retry(lease, retries);
        List<HistoryEvent> events = new ArrayList<>();
        recorded.forEach((id, message) -> {
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

    /** Those that the journal has, by id, without those that somebody else has claimed since. */
    private Map<String, LeasedMessage> recorded(Lease lease, Collection<String> ids) {
        Map<String, LeasedMessage> messages = leases.of(lease, ids);
        List<String> uncertain = ids.stream()
                .filter(id -> !messages.containsKey(id) || messages.get(id).mayBeOver())
                .toList();
        if (!uncertain.isEmpty()) {
            messages.keySet().removeAll(takenByOthers(lease, uncertain, messages));
        }
        messages.values().removeIf(message -> message.revision() == 0);
        return messages;
    }

    /**
     * Asks Redis. It has what another instance has claimed, for an HTTP client for example: that is added. What it does not have at all
     * is nobody's.
     */
    private Set<String> takenByOthers(Lease lease, List<String> ids, Map<String, LeasedMessage> messages) {
        try {
            Map<String, Long> leased = redis.leased(lease, ids);
            List<String> lost = messages.keySet().stream()
                    .filter(ids::contains)
                    .filter(not(leased::containsKey))
                    .toList();
            leased.forEach((id, revision) -> messages.putIfAbsent(id, LeasedMessage.of(revision)));
            return lost.isEmpty() ? Set.of() : alive(lease.topic(), lost);
        } catch (DelayQueueException e) {
            if (messages.keySet().containsAll(ids)) {
                // What this instance knows is recorded even while Redis is away.
                return Set.of();
            }
            throw e;
        }
    }

    private Set<String> alive(String topic, List<String> ids) {
        List<Optional<StoredRevision>> stored =
                redis.locate(ids.stream().map(id -> new MessageName(topic, id)).toList());
        Set<String> alive = new HashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            if (stored.get(i).filter(one -> one.state() != State.DEAD).isPresent()) {
                alive.add(ids.get(i));
            }
        }
        return alive;
    }

    private static RecordedEnd end(
            Lease lease, String id, LeasedMessage message, MessageState state, @Nullable String error) {
        return new RecordedEnd(new Ending(revision(lease, id, message), state), lease.shard(), error);
    }

    private static MessageRevision revision(Lease lease, String id, LeasedMessage message) {
        return new MessageRevision(new MessageKey(lease.topic(), id), message.revision());
    }
}
