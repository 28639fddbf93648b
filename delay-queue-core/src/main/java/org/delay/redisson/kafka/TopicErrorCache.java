package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A negative cache: topics that Kafka rejected as a whole a moment ago. A send to such a topic can block for the whole
 * {@code max.block.ms}, so the messages of one topic could block every worker. Once per retry delay the topic is looked up
 * again; until Kafka accepts it, its messages fail at once with the cached error.
 */
final class TopicErrorCache {

    /** Applications can make up topic names without end. Topics beyond this number are not cached. */
    static final int MAX_SIZE = 1_000;

    private final Map<String, Entry> topics = new ConcurrentHashMap<>();
    private final long retryDelay;
    private final LongSupplier nanoTime;

    private record Entry(TopicError error, long retryAt) {}

    TopicErrorCache(Duration retryDelay, LongSupplier nanoTime) {
        this.retryDelay = retryDelay.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * The cached error, or null if the caller is to try the topic. The next delay begins with that try, so other callers get
     * the error meanwhile.
     */
    @Nullable
    TopicError getUnlessRetryDue(String topic) {
        Entry entry = topics.get(topic);
        if (entry == null) {
            return null;
        }
        long now = nanoTime.getAsLong();
        boolean retries =
                entry.retryAt() - now <= 0 && topics.replace(topic, entry, new Entry(entry.error(), now + retryDelay));
        return retries ? null : entry.error();
    }

    /** The error of the last try, or null if there was none. */
    @Nullable
    TopicError get(String topic) {
        Entry entry = topics.get(topic);
        return entry == null ? null : entry.error();
    }

    void put(String topic, TopicError error) {
        long now = nanoTime.getAsLong();
        if (topics.size() >= MAX_SIZE && !topics.containsKey(topic)) {
            topics.values().removeIf(entry -> entry.retryAt() - now <= 0);
            if (topics.size() >= MAX_SIZE) {
                return;
            }
        }
        topics.put(topic, new Entry(error, now + retryDelay));
    }

    int size() {
        return topics.size();
    }

    void remove(String topic) {
        topics.remove(topic);
    }
}
