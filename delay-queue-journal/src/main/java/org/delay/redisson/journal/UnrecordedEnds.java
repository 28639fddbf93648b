package org.delay.redisson.journal;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;

/**
 * Ends that are not recorded yet, up to a limit. Their messages are neither relayed nor delivered by this instance. Lost with the
 * process: the rows of its messages wait then. Thread-safe.
 */
@Slf4j
final class UnrecordedEnds {

    static final int MAX = 100_000;

    private static final int BATCH = 200;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<MessageRevision, RecordedEnd> ends = new LinkedHashMap<>();
    private final Set<MessageRevision> deleted = new HashSet<>();
    private int forgotten;

    void add(Collection<RecordedEnd> some) {
        boolean isNews = false;
        lock.lock();
        try {
            for (RecordedEnd end : some) {
                if (ends.size() < MAX) {
                    ends.put(end.ending().revision(), end);
                } else {
                    isNews |= forgotten++ == 0;
                }
            }
        } finally {
            lock.unlock();
        }
        if (isNews) {
            log.error(
                    "The journal's database has not answered for so long that more than {} outcomes wait to be recorded."
                            + " Further outcomes are not recorded, and the audit or a restore delivers these messages again",
                    MAX);
        }
    }

    /** Some of the ends, the oldest first. They stay here. */
    List<RecordedEnd> some() {
        lock.lock();
        try {
            return ends.values().stream().limit(BATCH).toList();
        } finally {
            lock.unlock();
        }
    }

    /** These are recorded, except some, which are tried again after all others unless they were withdrawn meanwhile. */
    void recorded(Collection<RecordedEnd> some, Collection<RecordedEnd> except) {
        Set<RecordedEnd> again = Set.copyOf(except);
        lock.lock();
        try {
            for (RecordedEnd end : some) {
                MessageRevision revision = end.ending().revision();
                if (ends.remove(revision, end) && again.contains(end)) {
                    ends.put(revision, end);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** These are not to be recorded: their messages did not end. */
    void withdraw(Collection<RecordedEnd> some) {
        lock.lock();
        try {
            some.forEach(end -> ends.remove(end.ending().revision(), end));
        } finally {
            lock.unlock();
        }
    }

    /** Somebody deletes the dead letters of these messages. */
    void deleted(Collection<MessageKey> keys) {
        lock.lock();
        try {
            Set<MessageKey> gone = Set.copyOf(keys);
            ends.values().stream()
                    .map(RecordedEnd::ending)
                    .filter(ending -> ending.end() == MessageState.DEAD && gone.contains(ending.key()))
                    .forEach(ending -> deleted.add(ending.revision()));
        } finally {
            lock.unlock();
        }
    }

    /** Dead letters that were deleted before they were recorded, and are recorded now. They stay here. */
    List<MessageRevision> recordedDeleted() {
        lock.lock();
        try {
            return deleted.stream().filter(one -> !ends.containsKey(one)).toList();
        } finally {
            lock.unlock();
        }
    }

    void forgetDeleted(Collection<MessageRevision> some) {
        lock.lock();
        try {
            some.forEach(deleted::remove);
        } finally {
            lock.unlock();
        }
    }

    /** How this revision has ended, if the database does not know. */
    Optional<MessageState> endOf(MessageRevision revision) {
        lock.lock();
        try {
            return Optional.ofNullable(ends.get(revision))
                    .map(end -> end.ending().end());
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return ends.size();
        } finally {
            lock.unlock();
        }
    }

    int forgotten() {
        lock.lock();
        try {
            return forgotten;
        } finally {
            lock.unlock();
        }
    }
}
