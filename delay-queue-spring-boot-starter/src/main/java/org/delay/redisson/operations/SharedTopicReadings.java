package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.engine.RegisteredTopics;
import org.jspecify.annotations.Nullable;

/**
 * Reads all topics together, in the background: at most once per interval, and for at most a twentieth of the time. Warns
 * once of what it can't read, until it succeeds.
 */
@Slf4j
public final class SharedTopicReadings implements TopicReadings {

    /** With 100,000 topics a reading takes seconds, and Redis has other things to do. */
    private static final int PART_OF_TIME = 20;

    /** How many topics a call names. */
    private static final int AT_ONCE = 100;

    private final DelayQueueMessage queue;
    private final @Nullable RegisteredTopics topics;
    private final Duration interval;
    private final SingleFlight<Attempt> flight = new SingleFlight<>("delay-queue-counts", this::attempt);
    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicBoolean warnedOfTopics = new AtomicBoolean();
    private volatile @Nullable Attempt latest;

    /**
     * Reads nothing yet.
     *
     * @param registrar null if topics are not registered: then only paused topics are read
     * @param interval how long a reading is used before there is another
     */
    public SharedTopicReadings(
            DelayQueueMessage queue, @Nullable DelayQueueTopicRegistrar registrar, Duration interval) {
        this.queue = queue;
        this.topics = registrar == null ? null : new RegisteredTopics(registrar);
        this.interval = interval;
    }

    /**
     * What became of an attempt to read.
     *
     * @param reading null if it failed
     * @param endedAt by {@link System#nanoTime()}
     * @param took in nanoseconds
     */
    private record Attempt(@Nullable Reading reading, long endedAt, long took) {}

    @Override
    public Optional<Reading> latest(Duration patience) {
        if (isOld() && !flight.isRunning()) {
            await(flight.join(), patience);
        }
        return reading();
    }

    @Override
    public Optional<Reading> current(Duration patience) {
        if (isOld() || reading().isEmpty()) {
            await(flight.join(), patience);
        }
        return reading();
    }

    private Optional<Reading> reading() {
        Attempt attempt = latest;
        return attempt == null ? Optional.empty() : Optional.ofNullable(attempt.reading());
    }

    /** A failed attempt counts too, so that not every gauge of a scrape asks a Redis that is unavailable. */
    private boolean isOld() {
        Attempt attempt = latest;
        return attempt == null
                || System.nanoTime() - attempt.endedAt() > Math.max(interval.toNanos(), attempt.took() * PART_OF_TIME);
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
            reading = read(began);
            failing.set(false);
        } catch (RuntimeException e) {
            if (failing.compareAndSet(false, true)) {
                log.warn("Topics can't be counted, so gauges and health have no counts: {}", e.toString());
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

    private Reading read(long began) {
        Set<String> paused = queue.paused();
        Set<String> names = new TreeSet<>(paused);
        if (topics != null) {
            names.addAll(topics.all());
        }
        TopicCounter counter = new TopicCounter(queue);
        List<String> all = List.copyOf(names);
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            counter.count(all.subList(from, Math.min(all.size(), from + AT_ONCE)));
        }
        RuntimeException failure = counter.failure();
        if (failure != null && warnedOfTopics.compareAndSet(false, true)) {
            log.warn(
                    "Gauges and health skip topics that can't be counted, such as {}: {}",
                    counter.unread(),
                    failure.toString());
        }
        return new Reading(counter.counts(), paused, counter.unread(), began);
    }
}
