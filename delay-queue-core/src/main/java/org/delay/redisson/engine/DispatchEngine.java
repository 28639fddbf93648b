package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Delivers a service's messages to a consumer when they are due: claims them, hands them over on its worker threads,
 * and acks, retries, hands back or buries them by what becomes of that. Several engines, in one application or many, may
 * work for one service at the same time: they divide its shards, and each stands in for the others.
 *
 * <p>Safe for use by many threads. It can be started and stopped any number of times. A Redis that does not answer, at
 * start or later, is waited for.
 */
@Slf4j
public final class DispatchEngine {

    private final DispatchOperations queue;
    private final DelayQueueMessageConsumer consumer;
    private final BodyConverter converter;
    private final DispatchSettings settings;
    private final GuardedTopicRules rules;
    private final Listeners listeners;
    private final ThreadFactory workerThreads;
    private final String application;
    private final Ticker ticker;
    private final ReentrantLock lifecycle = new ReentrantLock();
    private volatile @Nullable Dispatch dispatch;

    /**
     * An engine that is not started.
     *
     * @param converter what the consumer reads bodies with
     * @param listener hears what becomes of messages; {@link DispatchListener#NONE} if nobody wants to
     * @param workerThreads makes the threads that call the consumer, platform or virtual ones; each start asks for
     *     {@link DispatchSettings#workers()} of them, and for another one where a thread does not come back, or waits for
     *     Redis. No more than {@link DispatchSettings#workers()} call the consumer at the same time, those not counted that were
     *     interrupted and do not come back
     */
    public DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            DispatchListener listener,
            ThreadFactory workerThreads) {
        this(queue, consumer, converter, settings, TopicRules.NONE, List.of(listener), workerThreads, "");
    }

    /**
     * An engine that is not started, that need not treat all topics alike, and that says whose it is.
     *
     * @param rules what differs from the settings, topic by topic
     * @param application the application's name, at most {@value Checks#MAX_APPLICATION_LENGTH}
     *     characters, which its heartbeats carry, or empty: instances of one application share the messages of a service,
     *     those of two would take them from each other, and are warned of
     */
    public DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            TopicRules rules,
            DispatchListener listener,
            ThreadFactory workerThreads,
            String application) {
        this(queue, consumer, converter, settings, rules, List.of(listener), workerThreads, application);
    }

    /** As the last one, with any number of listeners, none of which holds up another. */
    public DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            TopicRules rules,
            Collection<? extends DispatchListener> listeners,
            ThreadFactory workerThreads,
            String application) {
        this(queue, consumer, converter, settings, rules, listeners, workerThreads, application, Ticker.SYSTEM);
    }

    DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            TopicRules rules,
            Collection<? extends DispatchListener> listeners,
            ThreadFactory workerThreads,
            String application,
            Ticker ticker) {
        this.queue = queue;
        this.consumer = consumer;
        this.converter = converter;
        this.settings = settings;
        this.rules = new GuardedTopicRules(rules);
        this.listeners = new Listeners(listeners, ticker);
        this.workerThreads = workerThreads;
        this.application = Checks.application(application);
        this.ticker = ticker;
    }

    /** Starts dispatching; does nothing while it runs. Does not wait for Redis. */
    public void start() {
        lifecycle.lock();
        try {
            if (dispatch != null) {
                return;
            }
            consumer.readWith(converter);
            String id = Dispatch.newName();
            ShardOwnership owners = new ShardOwnership(id, settings.sweep());
            Workplace place = Workplace.of(queue, consumer, settings, rules, listeners, ticker, owners);
            Dispatch begun = new Dispatch(place, workerThreads, id, application);
            begun.start();
            dispatch = begun;
            log.debug("Dispatching to {} with {} workers", consumer.getClass().getName(), settings.workers());
        } finally {
            lifecycle.unlock();
        }
    }

    /**
     * Stops dispatching: claims nothing more, hands back at once what was claimed and not begun, and waits for the
     * handlers that are at work. Those that do not end in time are interrupted, and their messages are handed back.
     * Does nothing while it does not run.
     *
     * <p>A handler that asks for the stop, by itself or by a thread that it started for that, or that is in
     * {@code System.exit}, is not waited for: its message is settled when it returns. Where it never does, the lease runs
     * out, which is counted.
     *
     * @param within how long to wait for handlers, at most; without any at work it takes no time. An interrupt of the
     *     calling thread ends the wait as well
     */
    public void stop(Duration within) {
        lifecycle.lock();
        try {
            Dispatch running = dispatch;
            if (running == null) {
                return;
            }
            dispatch = null;
            running.stop(within);
            log.debug("Dispatching has stopped");
        } finally {
            lifecycle.unlock();
        }
    }

    /**
     * Runs a task when the messages that the calling thread handles are settled: at once where it handles none. A thread
     * that a handler has started handles what that does. For what closes the connection that the queue still needs.
     */
    public static void afterHandling(Runnable task) {
        HandlerCall.after(task);
    }

    /** Whether it delivers messages of the topic, when it runs. */
    public boolean serves(String topic) {
        return rules.of(topic) != null;
    }

    /** Whether it was started and not stopped since. */
    public boolean isRunning() {
        return dispatch != null;
    }
}
