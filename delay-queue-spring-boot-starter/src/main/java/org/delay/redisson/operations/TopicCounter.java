package org.delay.redisson.operations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of topics, many in one call. A topic that can't be counted is skipped; several in a row mean that Redis is
 * unavailable. For one thread.
 */
@RequiredArgsConstructor
final class TopicCounter {

    private static final int MAX_FAILURES = 3;

    private final DelayQueueMessage queue;
    private final Map<String, Counts> counts = new LinkedHashMap<>();
    private final Set<String> unread = new TreeSet<>();
    private @Nullable RuntimeException last;
    private int inARow;

    /** @throws RuntimeException if Redis is unavailable */
    void count(List<String> topics) {
        try {
            counts.putAll(queue.counts(topics));
        } catch (RuntimeException e) {
            // One of them may be damaged: the others must not suffer for it.
            topics.forEach(this::count);
            if (counts.isEmpty()) {
                throw e;
            }
        }
    }

    private void count(String topic) {
        try {
            counts.put(topic, queue.counts(topic));
            inARow = 0;
        } catch (RuntimeException e) {
            unread.add(topic);
            last = e;
            if (++inARow == MAX_FAILURES) {
                throw e;
            }
        }
    }

    Map<String, Counts> counts() {
        return counts;
    }

    /** The topics that can't be counted. */
    Set<String> unread() {
        return unread;
    }

    /** Why the last of them can't be counted, or null if there are none. */
    @Nullable
    RuntimeException failure() {
        return last;
    }
}
