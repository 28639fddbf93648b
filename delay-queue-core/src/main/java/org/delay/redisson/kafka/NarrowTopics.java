package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Topics that take less in one request than the client sends: their {@code max.message.bytes} is below its {@code batch.size}. The
 * client splits a batch that was refused into parts of up to {@code batch.size}, which are refused again, thousands of times until
 * it gives up. It does not split a batch of one record. Safe for use by many threads.
 */
final class NarrowTopics {

    /** The topic or the application may be configured in another way meanwhile. */
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** Applications can make up topic names without end. */
    private static final int MAX_SIZE = 1_000;

    private final Map<String, Entry> topics = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    /** @param lock held while a record is on its way, so that it shares its batch with no other one */
    private record Entry(ReentrantLock lock, long until) {}

    NarrowTopics(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The lock of a topic whose records are to be sent one at a time, or null. */
    @Nullable
    ReentrantLock lock(String topic) {
        Entry entry = topics.get(topic);
        if (entry == null) {
            return null;
        }
        if (hasEnded(entry)) {
            topics.remove(topic, entry);
            return null;
        }
        return entry.lock();
    }

    private boolean hasEnded(Entry entry) {
        return entry.until() - nanoTime.getAsLong() <= 0;
    }

    /** Returns whether this is news. */
    boolean add(String topic) {
        if (topics.size() >= MAX_SIZE) {
            topics.values().removeIf(this::hasEnded);
        }
        long until = nanoTime.getAsLong() + REMEMBERED.toNanos();
        return topics.size() < MAX_SIZE && topics.putIfAbsent(topic, new Entry(new ReentrantLock(), until)) == null;
    }
}
