package org.delay.redisson.engine;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.jspecify.annotations.Nullable;

/**
 * Delivers a service's messages to a consumer when they are due: claims them, hands them over on its worker threads,
 * and acks, retries, hands back or buries them by what becomes of that. Several engines, in one application or many, may
 * work for one service at the same time.
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
    private final TopicRules rules;
    private final DispatchListener listener;
    private final ThreadFactory workerThreads;
    private final Ticker ticker;
    private final SweepInterval sweep;
    private final ReentrantLock lifecycle = new ReentrantLock();
    private volatile @Nullable Dispatch dispatch;

    /**
     * An engine that is not started.
     *
     * @param converter what the consumer reads bodies with
     * @param listener hears what becomes of messages; {@link DispatchListener#NONE} if nobody wants to
     * @param workerThreads makes the threads that call the consumer, platform or virtual ones; each start asks for
     *     {@link DispatchSettings#workers()} of them, and for another one where a thread does not come back
     */
    public DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            DispatchListener listener,
            ThreadFactory workerThreads) {
        this(queue, consumer, converter, settings, TopicRules.NONE, listener, workerThreads);
    }

    /**
     * An engine that is not started, and does not treat all topics alike.
     *
     * @param rules what differs from the settings, topic by topic
     */
    public DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            TopicRules rules,
            DispatchListener listener,
            ThreadFactory workerThreads) {
        this(
                queue,
                consumer,
                converter,
                settings,
                rules,
                listener,
                workerThreads,
                Ticker.SYSTEM,
                shard -> settings.sweep());
    }

    DispatchEngine(
            DispatchOperations queue,
            DelayQueueMessageConsumer consumer,
            BodyConverter converter,
            DispatchSettings settings,
            TopicRules rules,
            DispatchListener listener,
            ThreadFactory workerThreads,
            Ticker ticker,
            SweepInterval sweep) {
        this.queue = queue;
        this.consumer = consumer;
        this.converter = converter;
        this.settings = settings;
        this.rules = rules;
        this.listener = listener;
        this.workerThreads = workerThreads;
        this.ticker = ticker;
        this.sweep = sweep;
    }

    /** Starts dispatching; does nothing while it runs. Does not wait for Redis. */
    public void start() {
        lifecycle.lock();
        try {
            if (dispatch != null) {
                return;
            }
            consumer.readWith(converter);
            Dispatch begun = new Dispatch(
                    Workplace.of(queue, consumer, settings, rules, listener, ticker, sweep), workerThreads);
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

    /** Whether it delivers messages of the topic, when it runs. */
    public boolean serves(String topic) {
        return rules.of(topic) != null;
    }

    /** Whether it was started and not stopped since. */
    public boolean isRunning() {
        return dispatch != null;
    }
}
