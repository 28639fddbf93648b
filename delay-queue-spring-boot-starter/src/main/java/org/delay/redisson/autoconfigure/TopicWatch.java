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
    private final SingleFlight<Attempt> flight = new SingleFlight<>("delay-queue-counts", this::attempt);
    private volatile @Nullable Attempt latest;

    /** @param interval how long a reading is used before there is another */
    TopicWatch(DelayQueueMessage queue, @Nullable DelayQueueTopicRegistrar registrar, Duration interval) {
        this.queue = queue;
        this.registrar = registrar;
        this.interval = interval;
    }

    /** All topics at one time. */
    record Reading(Map<String, Counts> counts, Set<String> paused) {}

    /**
     * What became of asking.
     *
     * @param reading null if it failed
     * @param at when that was, by {@link System#nanoTime()}
     */
    private record Attempt(@Nullable Reading reading, long at, long took) {}

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
        Attempt attempt = latest;
        return attempt == null ? null : attempt.reading();
    }

    /** One that failed grows old too: a Redis that is away is not to be asked by each gauge of a scrape. */
    private boolean isOld() {
        Attempt attempt = latest;
        return attempt == null
                || System.nanoTime() - attempt.at() > Math.max(interval.toNanos(), attempt.took() * PART_OF_TIME);
    }

    private static void await(CompletableFuture<Attempt> attempt, Duration patience) {
        try {
            attempt.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.debug("The topics were not read in time: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Attempt attempt() {
        long began = System.nanoTime();
        Reading reading = null;
        try {
            reading = read();
        } catch (RuntimeException e) {
            log.debug("The topics could not be read: {}", e.toString());
        }
        long now = System.nanoTime();
        // A failure may take as long as the client waits, which says nothing of how long a reading takes.
        Attempt attempt = new Attempt(reading, now, reading == null ? 0 : now - began);
        latest = attempt;
        return attempt;
    }

    private Reading read() {
        Set<String> paused = queue.paused();
        Set<String> topics = new TreeSet<>(paused);
        if (registrar != null) {
            topics.addAll(registrar.pullAll());
        }
        Map<String, Counts> counts = new LinkedHashMap<>();
        topics.forEach(topic -> counts.put(topic, queue.counts(topic)));
        return new Reading(counts, paused);
    }
}
