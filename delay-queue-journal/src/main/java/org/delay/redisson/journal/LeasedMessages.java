package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.Leases.LeasedMessage;

/** The messages of a lease that the journal has, as far as this instance and Redis know. Thread-safe. */
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
        if (!uncertain.isEmpty()) {
            try {
                Map<String, Long> leased = leased(lease, uncertain, messages);
                uncertain.removeAll(leased.keySet());
                uncertain.retainAll(messages.keySet());
                messages.keySet().removeAll(leftToOthers(lease.topic(), uncertain, messages));
            } catch (DelayQueueException e) {
                if (!messages.keySet().containsAll(uncertain)) {
                    throw e;
                }
            }
        }
        return withRows(messages);
    }

    /** Those that the journal has and that are leased still, by id. */
    Map<String, LeasedMessage> held(Lease lease, Collection<String> ids) {
        Map<String, LeasedMessage> messages = leases.of(lease, ids);
        List<String> uncertain = uncertain(messages, ids);
        if (!uncertain.isEmpty()) {
            Map<String, Long> leased = leased(lease, uncertain, messages);
            messages.keySet().removeIf(id -> uncertain.contains(id) && !leased.containsKey(id));
        }
        return withRows(messages);
    }

    private static List<String> uncertain(Map<String, LeasedMessage> messages, Collection<String> ids) {
        List<String> uncertain = new ArrayList<>(ids);
        uncertain.removeIf(id -> messages.containsKey(id) && messages.get(id).isCertain());
        return uncertain;
    }

    /** Adds what another instance has claimed, for an HTTP client for example. */
    private Map<String, Long> leased(Lease lease, List<String> ids, Map<String, LeasedMessage> messages) {
        Map<String, Long> leased = redis.leased(lease, ids);
        leased.forEach((id, revision) -> messages.putIfAbsent(id, LeasedMessage.of(revision)));
        return leased;
    }

    /** Those that somebody else has or will get under the same revision, or all, if Redis does not answer any more. */
    private Collection<String> leftToOthers(String topic, List<String> ids, Map<String, LeasedMessage> messages) {
        if (ids.isEmpty()) {
            return ids;
        }
        List<Optional<StoredRevision>> stored;
        try {
            stored = redis.locate(
                    ids.stream().map(id -> new MessageName(topic, id)).toList());
        } catch (DelayQueueException e) {
            return ids;
        }
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
