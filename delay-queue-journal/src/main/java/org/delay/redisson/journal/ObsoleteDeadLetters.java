package org.delay.redisson.journal;

import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.MessageRevision;

/**
 * Dead letters of messages that have ended in another way, since they were cancelled while they were given up. A redrive would deliver
 * them when the journal no longer has their rows. Thread-safe.
 */
@RequiredArgsConstructor
final class ObsoleteDeadLetters {

    private final DelayQueueMessage queue;
    private final RevisionedStore redis;

    /** Deletes those that are dead letters of these revisions in Redis. */
    void delete(List<MessageRevision> messages) {
        if (messages.isEmpty()) {
            return;
        }
        List<Optional<StoredRevision>> stored = redis.locate(messages.stream()
                .map(one -> new MessageName(one.key().topic(), one.key().id()))
                .toList());
        for (int i = 0; i < messages.size(); i++) {
            MessageRevision message = messages.get(i);
            if (stored.get(i)
                    .filter(one -> one.state() == State.DEAD && one.revision() == message.revision())
                    .isPresent()) {
                var unused = queue.delete(message.key().topic(), message.key().id());
            }
        }
    }
}
