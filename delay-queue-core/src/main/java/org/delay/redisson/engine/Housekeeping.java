package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.report.DeadLetterWarning;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a service's queue in order, at start and every hour: computes anew when topics are to be looked at, deletes dead
 * letters past their retention, and warns where a topic has many. A round that fails is repeated every minute.
 *
 * <p>Safe for use by many threads. It can be started and stopped any number of times. Any instance, or all of them, may
 * do it.
 */
@Slf4j
public final class Housekeeping {

    private static final Duration INTERVAL = Duration.ofHours(1);

    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private static final int MAX_FAILURES = 3;

    /** How many topics a call names. A stop waits for no more of them. */
    private static final int AT_ONCE = 100;

    private final DelayQueueMessage queue;
    private final RegisteredTopics topics;
    private final @Nullable Duration retention;
    private final @Nullable ScheduledExecutorService given;
    private final Outage outage =
            new Outage(Ticker.SYSTEM, "Housekeeping failed. Retrying", "Housekeeping works again");
    private final ReentrantLock lifecycle = new ReentrantLock();
    private @Nullable ScheduledExecutorService own;
    private @Nullable Future<?> next;
    private @Nullable Object running;

    /**
     * Housekeeping on a daemon thread of its own.
     *
     * @param retention how long dead letters are kept, at least 1 ms, or null to keep them until somebody deletes them
     */
    public Housekeeping(DelayQueueMessage queue, DelayQueueTopicRegistrar registrar, @Nullable Duration retention) {
        this(queue, registrar, retention, null);
    }

    /**
     * Housekeeping on a thread that is given.
     *
     * @param executor stays the caller's to shut down; null for a thread of its own
     */
    public Housekeeping(
            DelayQueueMessage queue,
            DelayQueueTopicRegistrar registrar,
            @Nullable Duration retention,
            @Nullable ScheduledExecutorService executor) {
        if (retention != null) {
            Checks.range("retention", retention, Duration.ofMillis(1), Duration.ofDays(36_525));
        }
        this.queue = queue;
        this.topics = new RegisteredTopics(registrar);
        this.retention = retention;
        this.given = executor;
    }

    /** Begins with a round at once, on the other thread; does nothing while it runs. */
    public void start() {
        lifecycle.lock();
        try {
            if (running != null) {
                return;
            }
            running = new Object();
            if (given == null) {
                own = Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread thread = new Thread(task, "delay-queue-housekeeping");
                    thread.setDaemon(true);
                    return thread;
                });
            }
            schedule(running, Duration.ZERO);
        } finally {
            lifecycle.unlock();
        }
    }

    /** Ends after the topics that are under way, without waiting for it; does nothing while it does not run. */
    public void stop() {
        lifecycle.lock();
        try {
            running = null;
            if (next != null) {
                next.cancel(false);
                next = null;
            }
            if (own != null) {
                own.shutdown();
                own = null;
            }
        } finally {
            lifecycle.unlock();
        }
    }

    /** The next round of a start, unless that was stopped: a round may outlast its stop, and the start after it. */
    private void schedule(Object start, Duration delay) {
        lifecycle.lock();
        try {
            ScheduledExecutorService executor = given == null ? own : given;
            if (running == start && executor != null) {
                next = executor.schedule(() -> round(start), delay.toNanos(), TimeUnit.NANOSECONDS);
            }
        } finally {
            lifecycle.unlock();
        }
    }

    private boolean isRunning(Object start) {
        lifecycle.lock();
        try {
            return running == start;
        } finally {
            lifecycle.unlock();
        }
    }

    private void round(Object start) {
        Duration delay = AFTER_FAILURE;
        try {
            keep(start);
            outage.worked();
            delay = INTERVAL;
        } catch (Throwable e) {
            // After a stop the queue may be closed, which is in order.
            if (isRunning(start)) {
                outage.failed(e);
            }
        }
        schedule(start, delay);
    }

    /** If one topic fails, others go on. Several failures in a row mean that Redis is unavailable, and end the round. */
    private void keep(Object start) {
        RuntimeException failure = null;
        int inARow = 0;
        for (List<String> some : parts(topics.all())) {
            if (!isRunning(start)) {
                break;
            }
            try {
                keep(some);
                continue;
            } catch (RuntimeException e) {
                log.debug(
                        "Housekeeping of {} failed. It goes on with one at a time",
                        Counted.of(some.size(), "topic"),
                        e);
            }
            for (String topic : some) {
                if (!isRunning(start) || inARow == MAX_FAILURES) {
                    break;
                }
                try {
                    keep(List.of(topic));
                    inARow = 0;
                } catch (RuntimeException e) {
                    failure = e;
                    inARow++;
                }
            }
            if (inARow == MAX_FAILURES) {
                break;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static List<List<String>> parts(Set<String> topics) {
        List<String> all = List.copyOf(topics);
        List<List<String>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            parts.add(all.subList(from, Math.min(all.size(), from + AT_ONCE)));
        }
        return parts;
    }

    /** Most topics have no dead letters: one call counts those of many topics. */
    private void keep(List<String> some) {
        queue.repair(some);
        queue.counts(some).forEach((topic, counts) -> {
            if (counts.dead() > 0) {
                keepDead(topic, counts.dead());
            }
        });
    }

    private void keepDead(String topic, long dead) {
        int deleted = retention == null ? 0 : queue.deleteDead(topic, retention);
        if (deleted > 0) {
            log.info("Deleted {} of topic {} older than {}", Counted.of(deleted, "dead letter"), topic, retention);
        }
        DeadLetterWarning.ofMany(topic, dead - deleted);
    }
}
