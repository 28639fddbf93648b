package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.jspecify.annotations.Nullable;

/**
 * How many messages each topic has, for those who ask often: gauges and health. All topics are read together, in the
 * background, no more often than said, and for a twentieth of the time at most. Safe for use by many threads.
 */
@Slf4j
final class TopicWatch {

    /** With 5,000 topics a reading takes seconds: it is not to be all that this application does. */
    private static final int PART_OF_TIME = 20;

    private final DelayQueueMessage queue;
    private final @Nullable DelayQueueTopicRegistrar registrar;
    private final Duration interval;
    private final SingleFlight<Reading> flight = new SingleFlight<>("delay-queue-counts", this::read);
    private volatile @Nullable Reading latest;
    private volatile boolean failed;

    /** @param interval how long a reading is used before there is another */
    TopicWatch(DelayQueueMessage queue, @Nullable DelayQueueTopicRegistrar registrar, Duration interval) {
        this.queue = queue;
        this.registrar = registrar;
        this.interval = interval;
    }

    /**
     * All topics at one time.
     *
     * @param at when it was done, by {@link System#nanoTime()}
     */
    record Reading(Map<String, Counts> counts, Set<String> paused, long at, Duration took) {}

    /**
     * The latest reading. Where that is old it begins another, and waits for it a while; nobody else waits then.
     *
     * @return null if there is none yet, or the last one failed
     */
    @Nullable
    Reading latest(Duration patience) {
        if (isOld() && !flight.isUnderWay()) {
            await(flight.join(), patience);
        }
        return failed ? null : latest;
    }

    private boolean isOld() {
        Reading reading = latest;
        return failed
                || reading == null
                || System.nanoTime() - reading.at()
                        > Math.max(
                                interval.toNanos(),
                                reading.took().multipliedBy(PART_OF_TIME).toNanos());
    }

    private static void await(CompletableFuture<Reading> reading, Duration patience) {
        try {
            reading.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.debug("The topics were not read: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Reading read() {
        try {
            long began = System.nanoTime();
            Set<String> paused = queue.paused();
            Set<String> topics = new TreeSet<>(paused);
            if (registrar != null) {
                topics.addAll(registrar.pullAll());
            }
            Map<String, Counts> counts = new LinkedHashMap<>();
            topics.forEach(topic -> counts.put(topic, queue.counts(topic)));
            long now = System.nanoTime();
            Reading reading = new Reading(counts, paused, now, Duration.ofNanos(now - began));
            latest = reading;
            failed = false;
            return reading;
        } catch (RuntimeException e) {
            failed = true;
            throw e;
        }
    }
}
