package org.delay.redisson.engine.report;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.TopicFigures;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of messages, and adds it to the figures of the service every few seconds, on a thread of its own. While nothing
 * happens, it makes no calls. If a call fails, its figures are lost; messages are never affected. Thread-safe.
 */
@Slf4j
public final class FigureRecorder implements DispatchListener, AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Between two calls: some hundred bytes each. */
    private static final int MOST_TOPICS = 5 * FigureOperations.MAX_TOPICS;

    private static final Duration IDLE = Duration.ofSeconds(30);

    private final FigureOperations queue;
    private final Duration interval;
    private final ConcurrentMap<String, Counts> topics = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor thread;
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final AtomicBoolean isFailing = new AtomicBoolean();

    /** Adds to the figures of a queue. */
    public FigureRecorder(FigureOperations queue) {
        this(queue, INTERVAL);
    }

    /** @param interval between two calls at least */
    public FigureRecorder(FigureOperations queue, Duration interval) {
        this.queue = queue;
        this.interval = interval;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "delay-queue-figures");
            made.setDaemon(true);
            return made;
        });
        thread.setKeepAliveTime(IDLE.toNanos(), TimeUnit.NANOSECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Counting takes no time. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public void delivered(DelayedMessage message, Duration lateness, Duration took) {
        Counts counts = of(message);
        if (counts != null) {
            counts.delivered.increment();
            if (message.attempt() == 1) {
                counts.lateness[TopicFigures.bucketOf(lateness.plus(took))].increment();
            }
        }
    }

    @Override
    public void retried(DelayedMessage message, Throwable cause, Duration delay) {
        Counts counts = of(message);
        if (counts != null) {
            counts.failed.increment();
        }
    }

    @Override
    public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
        Counts counts = of(message);
        if (counts != null) {
            counts.dead.increment();
        }
    }

    /** Null if there are too many topics. */
    private @Nullable Counts of(DelayedMessage message) {
        if (!isScheduled.get() && isScheduled.compareAndSet(false, true)) {
            schedule();
        }
        Counts known = topics.get(message.topic());
        if (known != null || topics.size() >= MOST_TOPICS) {
            return known;
        }
        return topics.computeIfAbsent(message.topic(), unknown -> new Counts());
    }

    private void schedule() {
        try {
            var unused = thread.schedule(this::flush, interval.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // Closed, or no thread can be had; what is counted next tries again.
            isScheduled.set(false);
        }
    }

    private void flush() {
        isScheduled.set(false);
        Map<String, TopicFigures> figures = taken();
        if (figures.isEmpty()) {
            return;
        }
        try {
            queue.addFigures(figures);
            isFailing.set(false);
        } catch (RuntimeException e) {
            if (isFailing.compareAndSet(false, true)) {
                log.warn(
                        "The figures of the last seconds can't be stored, so they are not shown."
                                + " Messages are not affected: {}",
                        e.toString());
            } else {
                log.debug("The figures of the last seconds can't be stored: {}", e.toString());
            }
        }
    }

    /** Those of the topics with the most activity. What comes to a topic at the moment of its removal is lost. */
    private Map<String, TopicFigures> taken() {
        Map<String, TopicFigures> all = topics.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().take()));
        all.forEach((topic, figures) -> {
            if (figures.activity() == 0) {
                topics.remove(topic);
            }
        });
        return all.entrySet().stream()
                .filter(entry -> entry.getValue().activity() > 0)
                .sorted(comparingLong((Map.Entry<String, TopicFigures> entry) ->
                                entry.getValue().activity())
                        .reversed())
                .limit(FigureOperations.MAX_TOPICS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Stores what was counted. */
    @Override
    public void close() {
        thread.shutdown();
        flush();
    }

    private static final class Counts {

        private final LongAdder delivered = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final LongAdder dead = new LongAdder();
        private final LongAdder[] lateness = IntStream.rangeClosed(0, TopicFigures.BOUNDS.size())
                .mapToObj(i -> new LongAdder())
                .toArray(LongAdder[]::new);

        TopicFigures take() {
            return new TopicFigures(
                    delivered.sumThenReset(),
                    failed.sumThenReset(),
                    dead.sumThenReset(),
                    Stream.of(lateness).map(LongAdder::sumThenReset).toList());
        }
    }
}
