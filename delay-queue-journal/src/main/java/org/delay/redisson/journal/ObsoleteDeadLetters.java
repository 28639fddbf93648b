package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;

/**
 * Dead letters of messages that have ended in another way, since they were cancelled while they were given up. A redrive would deliver
 * them when the journal no longer has their rows. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class ObsoleteDeadLetters {

    private final DelayQueueMessage queue;
    private final RevisionedStore redis;

    /**
     * Deletes those that are dead letters of these revisions in Redis.
     *
     * @return those to try again: Redis did not answer, or is perhaps about to be told that they are given up
     */
    List<RecordedEnd> delete(List<RecordedEnd> ends) {
        List<RecordedEnd> again = new ArrayList<>(ends);
        try {
            for (RecordedEnd end : ends) {
                if (delete(end.ending().revision())) {
                    again.remove(end);
                }
            }
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether it has obsolete dead letters", e);
        }
        return again;
    }

    /** Returns false if it is no dead letter yet. */
    private boolean delete(MessageRevision message) {
        MessageKey key = message.key();
        Optional<StoredRevision> stored =
                Changes.locate(key, redis).filter(one -> one.revision() == message.revision());
        boolean isDead = stored.filter(one -> one.state() == State.DEAD).isPresent();
        if (isDead) {
            var unused = queue.delete(key.topic(), key.id());
        }
        return isDead || stored.isEmpty();
    }
}
