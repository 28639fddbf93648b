package org.delay.redisson.journal;

import java.util.function.Predicate;
import org.delay.redisson.journal.store.MessageRevision;

/**
 * Which messages may be sent to Redis again if they are missing there.
 *
 * @param topics what Redis has of other topics may have changed without the journal
 * @param isEnded whether a revision has ended, though the database may not know yet
 */
record Restorable(ChosenTopics topics, Predicate<MessageRevision> isEnded) {

    boolean includes(MessageRevision revision) {
        return topics.contains(revision.key().topic()) && !isEnded.test(revision);
    }
}
