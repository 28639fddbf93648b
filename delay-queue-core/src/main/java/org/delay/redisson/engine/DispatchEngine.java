package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.schedule.RoutesMark;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Delivers a service's messages to a consumer when they are due. It claims them, hands them over on its worker threads, and
 * acks, retries, releases or buries them by the outcome. Several engines, in one application or many, may work for one
 * service at the same time. They divide its shards, and each stands in for the others.
 *
 * <p>Safe for use by many threads. It can be started and stopped any number of times. If Redis does not answer, at the start
 * or later, the engine waits for it.
 */
@Slf4j
public final class DispatchEngine {

    private final DispatchOperations queue;
    private final DelayQueueMessageConsumer consumer;
    private final @Nullable BodyConverter converter;
    private final DispatchSettings settings;
    private final GuardedTopicRules rules;
    private final Listeners listeners;
    private final PullDestination pulled;
    private final ThreadFactory workerThreads;
    private final String application;
    private final Ticker ticker;
    private final ReentrantLock lifecycle = new ReentrantLock();
    private volatile @Nullable Dispatch dispatch;

    private DispatchEngine(Builder builder) {
        this.queue = builder.queue;
        this.consumer = builder.consumer;
        this.converter = builder.converter;
        this.settings = builder.settings;
        this.rules = new GuardedTopicRules(builder.rules);
        this.listeners = new Listeners(builder.listeners, builder.ticker);
        this.pulled = builder.pulled;
        this.workerThreads = builder.workerThreads;
        this.application = RoutesMark.of(builder.application, builder.routes).text();
        this.ticker = builder.ticker;
    }

    /** An engine that delivers a queue's messages to a consumer, with {@link DispatchSettings#DEFAULTS}. */
    public static Builder builder(DispatchOperations queue, DelayQueueMessageConsumer consumer) {
        return new Builder(Checks.given("queue", queue), Checks.given("consumer", consumer));
    }

    /** What differs from the defaults. */
    public static final class Builder {

        private final DispatchOperations queue;
        private final DelayQueueMessageConsumer consumer;
        private final List<DispatchListener> listeners = new ArrayList<>();
        private @Nullable BodyConverter converter;
        private DispatchSettings settings = DispatchSettings.DEFAULTS;
        private TopicRules rules = TopicRules.NONE;
        private PullDestination pulled = PullDestination.NONE;
        private ThreadFactory workerThreads = task -> new Thread(task, "delay-queue-worker");
        private String application = "";
        private Map<String, String> routes = Map.of();
        private Ticker ticker = Ticker.SYSTEM;

        private Builder(DispatchOperations queue, DelayQueueMessageConsumer consumer) {
            this.queue = queue;
            this.consumer = consumer;
        }

        /** With what the consumer reads bodies. Needed by consumers that read them as objects. */
        public Builder converter(BodyConverter value) {
            converter = Checks.given("converter", value);
            return this;
        }

        /** How the engine dispatches. */
        public Builder settings(DispatchSettings value) {
            settings = Checks.given("settings", value);
            return this;
        }

        /** How topics differ from the settings. */
        public Builder rules(TopicRules value) {
            rules = Checks.given("rules", value);
            return this;
        }

        /** What takes messages of some topics when it wants them, instead of the consumer. */
        public Builder pulled(PullDestination value) {
            pulled = Checks.given("pulled", value);
            return this;
        }

        /** Adds a listener that is told what becomes of messages. No listener holds up another. */
        public Builder listener(DispatchListener value) {
            listeners.add(Checks.given("listener", value));
            return this;
        }

        /** Adds listeners. */
        public Builder listeners(Collection<? extends DispatchListener> values) {
            values.forEach(this::listener);
            return this;
        }

        /**
         * Makes the threads that call the consumer, platform or virtual ones. Each start asks for
         * {@link DispatchSettings#workers()} of them, and for another one when a thread does not come back from a handler or
         * waits for Redis. No more than {@link DispatchSettings#workers()} call the consumer at the same time, not counting
         * those that were interrupted and do not come back. The default is platform threads.
         */
        public Builder workerThreads(ThreadFactory value) {
            workerThreads = Checks.given("workerThreads", value);
            return this;
        }

        /**
         * The application's name, which its heartbeats carry: at most
         * {@value Checks#MAX_APPLICATION_LENGTH} characters, or empty. Instances of one
         * application share the messages of a service. Those of two applications would take them from each other, which is
         * logged as a warning.
         */
        public Builder application(String value) {
            application = Checks.application(value);
            return this;
        }

        /**
         * Where topics go, for example a topic or a pattern and the name of a consumer. Instances of a service tell each other a
         * checksum of it, and warn if theirs differ. The engine does nothing else with it. None by default.
         */
        public Builder routes(Map<String, String> value) {
            routes = Map.copyOf(value);
            return this;
        }

        Builder ticker(Ticker value) {
            ticker = value;
            return this;
        }

        /** An engine that is not started. */
        public DispatchEngine build() {
            return new DispatchEngine(this);
        }
    }

    /** Starts dispatching; does nothing while it runs. Does not wait for Redis. */
    public void start() {
        lifecycle.lock();
        try {
            if (dispatch != null) {
                return;
            }
            if (converter != null) {
                consumer.readWith(converter);
            }
            Heartbeat.Member self = new Heartbeat.Member(ClaimerNames.newInstance(), application);
            EngineContext context = new EngineContext(self, listeners, workerThreads, pulled, ticker);
            Dispatch begun = new DispatchAssembly(queue, consumer, settings, rules, context).dispatch();
            begun.start();
            dispatch = begun;
            log.debug(
                    "Dispatching to {} with {}",
                    consumer.getClass().getName(),
                    Counted.of(settings.workers(), "worker"));
        } finally {
            lifecycle.unlock();
        }
    }

    /**
     * Stops dispatching. Claims nothing more, releases at once what was claimed and not begun, and waits for the handlers that
     * are at work. Those that do not end in time are interrupted, and their messages are released. Does nothing while it does
     * not run.
     *
     * <p>A handler is not waited for if it asks for the stop itself, starts a thread that does, or is in
     * {@code System.exit}. Its message is settled when it returns. If it never does, the lease runs out, which is counted.
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
     * Runs a task when the messages that the calling thread handles are settled: at once if it handles none. A thread
     * that a handler has started counts as the handler's. For what closes the connection that the queue still needs.
     */
    public static void afterHandling(Runnable task) {
        HandlerCall.after(task);
    }

    /** Whether it delivers messages of the topic when it runs. */
    public boolean serves(String topic) {
        return rules.of(topic) != null;
    }

    /** The name of the destination that a topic's messages are delivered to. */
    public String destination(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null ? TopicRule.CONSUMER : rule.destination();
    }

    /** How the destinations are that had messages since the start, in order of their names. Empty while it does not run. */
    public List<DestinationStatus> destinations() {
        Dispatch running = dispatch;
        return running == null ? List.of() : running.destinations();
    }

    /** Whether it was started and not stopped since. */
    public boolean isRunning() {
        return dispatch != null;
    }
}
