package org.delay.redisson.journal;

import static java.util.function.Predicate.not;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.Leases.LeasedMessage;

/** The messages of a lease that the journal has, as far as this instance and Redis know. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class LeasedMessages {

    private final Leases leases;
    private final RevisionedStore redis;

    /**
     * Those that the journal has, by id, without those that are left to others since their leases are over. Whoever acks a message has
     * handled it, so this is recorded even if Redis has lost the message, or does not answer.
     */
    Map<String, LeasedMessage> handled(Lease lease, Collection<String> ids) {
        Map<String, LeasedMessage> messages = leases.of(lease, ids);
        List<String> uncertain = uncertain(messages, ids);
        Set<String> leased;
        try {
            leased = leased(lease, uncertain, messages);
        } catch (DelayQueueException e) {
            return knownIfAll(ids, messages, e);
        }
        uncertain.removeAll(leased);
        uncertain.retainAll(messages.keySet());
        messages.keySet().removeAll(leftToOthers(lease.topic(), uncertain, messages));
        return withRows(messages);
    }

    /** Those that the journal has and Redis still holds under the lease, by id. If Redis does not answer, those that were claimed here. */
    Map<String, LeasedMessage> held(Lease lease, Collection<String> ids) {
        Map<String, LeasedMessage> messages = leases.of(lease, ids);
        try {
            messages.keySet().retainAll(leased(lease, ids, messages));
        } catch (DelayQueueException e) {
            return knownIfAll(ids, messages, e);
        }
        return withRows(messages);
    }

    /** Those that the journal has, by id, as far as this is known, for the history. */
    Map<String, LeasedMessage> known(Lease lease, Collection<String> ids) {
        Map<String, LeasedMessage> messages = leases.of(lease, ids);
        try {
            var unused = leased(
                    lease, ids.stream().filter(not(messages::containsKey)).toList(), messages);
        } catch (DelayQueueException e) {
            log.debug("Redis did not say which messages are under a lease, and the history lacks them", e);
        }
        return withRows(messages);
    }

    /** What cannot be recorded must not be settled. */
    private static Map<String, LeasedMessage> knownIfAll(
            Collection<String> ids, Map<String, LeasedMessage> messages, DelayQueueException failure) {
        if (!messages.keySet().containsAll(ids)) {
            throw failure;
        }
        return withRows(messages);
    }

    private static List<String> uncertain(Map<String, LeasedMessage> messages, Collection<String> ids) {
        List<String> uncertain = new ArrayList<>(ids);
        uncertain.removeIf(id -> messages.containsKey(id) && messages.get(id).isCertain());
        return uncertain;
    }

    /** Those that Redis holds under the lease. Adds what another instance has claimed, for an HTTP client for example. */
    private Set<String> leased(Lease lease, Collection<String> ids, Map<String, LeasedMessage> messages) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        Map<String, Long> leased = redis.leased(lease, ids);
        leased.forEach((id, revision) -> messages.putIfAbsent(id, LeasedMessage.of(revision)));
        return leased.keySet();
    }

    /** Those that somebody else has or will get under the same revision. */
    private Set<String> leftToOthers(String topic, List<String> ids, Map<String, LeasedMessage> messages) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        List<Optional<StoredRevision>> stored =
                redis.locate(ids.stream().map(id -> new MessageName(topic, id)).toList());
        Set<String> left = new HashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            LeasedMessage message = messages.get(id);
            boolean isAlive = stored.get(i)
                    .filter(there -> there.state() != State.DEAD)
                    .filter(there -> message != null && message.revision() == there.revision())
                    .isPresent();
            if (isAlive) {
                left.add(id);
            }
        }
        return left;
    }

    private static Map<String, LeasedMessage> withRows(Map<String, LeasedMessage> messages) {
        messages.values().removeIf(message -> message.revision() == 0);
        return messages;
    }
}
