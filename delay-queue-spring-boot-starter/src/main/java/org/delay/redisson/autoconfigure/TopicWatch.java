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
import java.util.concurrent.atomic.AtomicBoolean;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.engine.RegisteredTopics;
import org.jspecify.annotations.Nullable;

/**
 * How many messages each topic has, for those who ask often: gauges and health. All topics are read together, in the
 * background, no more often than said, and for a twentieth of the time at most. Safe for use by many threads.
 */
@Slf4j
final class TopicWatch {

    /** With 5,000 topics a reading takes seconds: it is not to be all that this application does. */
    private static final int PART_OF_TIME = 20;

    /** One topic that fails is no reason to leave the others; several in a row are a Redis that is away. */
    private static final int MAX_FAILURES = 3;

    private final DelayQueueMessage queue;
    private final @Nullable RegisteredTopics topics;
    private final Duration interval;
    private final SingleFlight<Attempt> flight = new SingleFlight<>("delay-queue-counts", this::attempt);
    private final AtomicBoolean lasting = new AtomicBoolean();
    private final AtomicBoolean warnedOfTopics = new AtomicBoolean();
    private volatile @Nullable Attempt latest;

    /** @param interval how long a reading is used before there is another */
    TopicWatch(DelayQueueMessage queue, @Nullable DelayQueueTopicRegistrar registrar, Duration interval) {
        this.queue = queue;
        this.topics = registrar == null ? null : new RegisteredTopics(registrar);
        this.interval = interval;
    }

    /**
     * All topics at one time.
     *
     * @param unread those that could not be counted while others could
     * @param at when it began, by {@link System#nanoTime()}
     */
    record Reading(Map<String, Counts> counts, Set<String> paused, Set<String> unread, long at) {

        Duration age() {
            return Duration.ofNanos(System.nanoTime() - at);
        }
    }

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
        return reading();
    }

    /**
     * As {@link #latest}, for a person who asks: waits also for a reading that another began, and asks again where the last
     * one failed.
     */
    @Nullable
    Reading awaited(Duration patience) {
        if (isOld() || reading() == null) {
            await(flight.join(), patience);
        }
        return reading();
    }

    private @Nullable Reading reading() {
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
            lasting.set(false);
        } catch (RuntimeException e) {
            if (lasting.compareAndSet(false, true)) {
                log.warn(
                        "The topics can't be counted, so that gauges and health say nothing of them: {}", e.toString());
            } else {
                log.debug("The topics can't be counted: {}", e.toString());
            }
        }
        long now = System.nanoTime();
        // A failure may take as long as the client waits, which says nothing of how long a reading takes.
        Attempt attempt = new Attempt(reading, now, reading == null ? 0 : now - began);
        latest = attempt;
        return attempt;
    }

    private Reading read() {
        long at = System.nanoTime();
        Set<String> paused = queue.paused();
        Set<String> names = new TreeSet<>(paused);
        if (topics != null) {
            names.addAll(topics.all());
        }
        Map<String, Counts> counts = new LinkedHashMap<>();
        Set<String> unread = new TreeSet<>();
        RuntimeException last = null;
        int inARow = 0;
        for (String topic : names) {
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
        if (last != null && counts.isEmpty()) {
            throw last;
        }
        if (last != null && warnedOfTopics.compareAndSet(false, true)) {
            log.warn(
                    "Gauges and health say nothing of topics that can't be counted, as {}: {}",
                    unread,
                    last.toString());
        }
        return new Reading(counts, paused, unread, at);
    }
}
