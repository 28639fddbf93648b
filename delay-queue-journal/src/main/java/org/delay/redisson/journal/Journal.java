package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.RevisionedStore;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * The journal of one queue: records messages in a database before Redis learns of them, tells Redis, and puts back what Redis has
 * lost.
 *
 * <p>Thread-safe. Every application of a service must use it, and one that is started relays for all.
 */
@Slf4j
public final class Journal implements AutoCloseable {

    private static final Duration STOP = Duration.ofSeconds(30);

    /** Nothing is lost with what other threads than the relay do at a stop. */
    private static final Duration STOP_OF_OTHERS = Duration.ofSeconds(5);

    private final DelayQueueMessage queue;
    private final AtomicReference<@Nullable JournalParts> made = new AtomicReference<>();
    private final Supplier<JournalParts> parts;
    private final JournaledQueue journaled;
    private final List<Thread> threads = new ArrayList<>();
    private CountDownLatch stops = new CountDownLatch(1);
    private volatile long stopBy;

    private Journal(DelayQueueMessage queue, ChosenTopics topics, Supplier<JournalParts> parts) {
        this.queue = queue;
        this.parts = SingletonSupplier.of(() -> {
            JournalParts all = parts.get();
            made.set(all);
            return all;
        });
        this.journaled = new JournaledQueue(queue, topics, this.parts);
    }

    /**
     * Makes a journal. Needs neither Redis nor the database yet.
     *
     * @param queue whose {@link DelayQueueMessage#revisions()} are there
     * @param database asked at the first call
     * @throws IllegalArgumentException if the queue knows no revisions
     */
    public static Journal around(
            DelayQueueMessage queue, Supplier<JournalDatabase> database, JournalSettings settings) {
        RevisionedStore redis = queue.revisions()
                .orElseThrow(() ->
                        new IllegalArgumentException("The journal needs a queue whose messages have revisions, and "
                                + queue.getClass().getName() + " has none"));
        return new Journal(queue, settings.topics(), () -> new JournalParts(queue, redis, database.get(), settings));
    }

    /** The queue that the application uses: its changes are recorded. */
    public DelayQueueMessage queue() {
        return journaled;
    }

    /** What people ask of the journal. */
    public DelayQueueJournal operations() {
        return new DeferredJournal(() -> parts.get().journal());
    }

    /** Starts the relay, and what finds losses. Does nothing if they run. */
    public synchronized void start() {
        if (!threads.isEmpty()) {
            return;
        }
        stops = new CountDownLatch(1);
        CountDownLatch end = stops;
        start("relay", () -> relay(end));
        start("keeper", () -> keep(end));
        start("canceller", () -> cancel(end));
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, "delay-queue-journal-" + name + "-" + queue.service());
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    private void relay(CountDownLatch end) {
        try {
            JournalRelay loop = parts.get().relay();
            while (end.getCount() > 0) {
                loop.runOnce(() -> end.getCount() == 0);
            }
            loop.finish(stopBy);
        } catch (InterruptedException e) {
            log.debug("The relay stops", e);
        }
    }

    private void keep(CountDownLatch end) {
        try {
            JournalKeeper keeper = parts.get().keeper();
            do {
                keeper.runOnce();
            } while (!end.await(JournalKeeper.INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            log.debug("The journal stops", e);
        }
    }

    private void cancel(CountDownLatch end) {
        try {
            LateRelays late = parts.get().lateRelays();
            while (!end.await(LateRelays.INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                late.remove();
            }
        } catch (InterruptedException e) {
            log.debug("Cancelled messages are left to the relay", e);
        }
    }

    /** As {@link #stop(Duration)}, within 30 s. */
    public void stop() {
        stop(STOP);
    }

    /**
     * Stops the relay, after what it does at this moment. What is not relayed yet, another instance relays.
     *
     * @param within how long to wait until all ends of messages are recorded, and others hold no rows of theirs
     */
    public synchronized void stop(Duration within) {
        if (threads.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        stopBy = now + within.toNanos();
        stops.countDown();
        JournalParts used = made.get();
        if (used != null) {
            used.relay().wake();
        }
        try {
            join(threads.get(0), stopBy);
            for (Thread other : threads.subList(1, threads.size())) {
                join(other, Math.min(stopBy, now + STOP_OF_OTHERS.toNanos()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.clear();
        int left = used == null ? 0 : used.journal().status().unrecorded();
        if (left > 0) {
            log.warn(
                    "The journal stops before all outcomes are recorded. The audit or a restore delivers these messages"
                            + " again. Number of messages: {}",
                    left);
        }
    }

    private static void join(Thread thread, long until) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
    }

    /** Stops the relay and ends all threads. */
    @Override
    public void close() {
        stop();
        JournalParts used = made.get();
        if (used != null) {
            used.close();
        }
    }
}
