package org.delay.redisson.engine;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.jspecify.annotations.Nullable;

/** Engines for tests, which are stopped with the fixture, and what their consumers and listeners got. */
final class EngineFixture implements AutoCloseable {

    /** For what must come: threads, processes and machines stand still for seconds now and then. */
    static final Duration LONG = Duration.ofSeconds(60);

    /** For what must not be waited for: a test would not live to see its end. */
    static final Duration FOR_EVER = Duration.ofHours(1);

    static final DispatchSettings FAST = DispatchSettings.builder()
            .sweep(Duration.ofMillis(50))
            .retry(new RetryPolicy(3, Duration.ofMillis(1), 1, Duration.ofMillis(1), 0))
            .build();

    private final List<DispatchEngine> engines = new ArrayList<>();
    private final Queue<Thread> workers = new ConcurrentLinkedQueue<>();

    /** What a test's consumer does with messages. */
    @FunctionalInterface
    interface Handler {
        void handle(String topic, List<DelayedMessage> messages) throws Exception;
    }

    /** A consumer that does as a test says. */
    static final class Consumer extends DelayQueueMessageConsumer {

        private final int batchSize;
        private final Handler handler;

        Consumer(int batchSize, Handler handler) {
            this.batchSize = batchSize;
            this.handler = handler;
        }

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
            handler.handle(topic, messages);
        }

        @Override
        public int batchSize() {
            return batchSize;
        }

        <T> T readAs(DelayedMessage message, Class<T> type) {
            return read(message, type);
        }
    }

    /** Bodies are text. */
    static final class Texts implements BodyConverter {

        @Override
        public String write(Object object) {
            return object.toString();
        }

        @Override
        public <T> T read(String body, Class<T> type) {
            if (type == Integer.class) {
                return type.cast(Integer.valueOf(body));
            }
            return type.cast(body);
        }
    }

    /** Remembers what it hears, one line each. */
    static final class Heard implements DispatchListener {

        final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        public boolean isNonBlocking() {
            return true;
        }

        @Override
        public void delivered(DelayedMessage message, Duration lateness, Duration took) {
            lines.add("delivered " + message.id());
        }

        @Override
        public void retried(DelayedMessage message, Throwable cause, Duration delay) {
            lines.add("retried " + message.id());
        }

        @Override
        public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
            lines.add("dead " + message.id());
        }

        @Override
        public void expired(DelayedMessage message, Duration lateness) {
            lines.add("expired " + message.id());
        }

        @Override
        public void leaseLost(String topic, Collection<String> ids) {
            lines.add("lease lost " + topic);
        }

        @Override
        public void interrupted(String topic, Collection<String> ids) {
            lines.add("interrupted " + topic);
        }

        @Override
        public void destinationUnavailable(String destination, Throwable cause) {
            lines.add("unavailable");
        }

        @Override
        public void destinationAvailable(String destination) {
            lines.add("available");
        }

        @Override
        public void handlerStuck(String topic) {
            lines.add("stuck " + topic);
        }

        @Override
        public void handlerRecovered(String topic) {
            lines.add("recovered " + topic);
        }
    }

    DispatchEngine engine(DispatchOperations queue, DispatchSettings settings, Handler handler) {
        return engine(queue, settings, DispatchListener.NONE, 1, handler);
    }

    DispatchEngine engine(
            DispatchOperations queue,
            DispatchSettings settings,
            DispatchListener listener,
            int batchSize,
            Handler handler) {
        return engine(queue, settings, listener, new Consumer(batchSize, handler));
    }

    DispatchEngine engine(
            DispatchOperations queue,
            DispatchSettings settings,
            DispatchListener listener,
            DelayQueueMessageConsumer consumer) {
        return engine(queue, settings, listener, consumer, "");
    }

    DispatchEngine engine(
            DispatchOperations queue,
            DispatchSettings settings,
            DispatchListener listener,
            DelayQueueMessageConsumer consumer,
            String application) {
        DispatchEngine engine = DispatchEngine.builder(queue, consumer)
                .converter(new Texts())
                .settings(settings)
                .listener(listener)
                .workerThreads(threads())
                .application(application)
                .build();
        engines.add(engine);
        return engine;
    }

    DispatchEngine engine(DispatchOperations queue, DispatchSettings settings, TopicRules rules, Handler handler) {
        DispatchEngine engine = DispatchEngine.builder(queue, new Consumer(1, handler))
                .converter(new Texts())
                .settings(settings)
                .rules(rules)
                .workerThreads(threads())
                .build();
        engines.add(engine);
        return engine;
    }

    ThreadFactory threads() {
        return task -> {
            Thread thread = new Thread(task, "test-worker");
            thread.setDaemon(true);
            workers.add(thread);
            return thread;
        };
    }

    /** How many of the workers that this fixture's engines asked for have not ended. */
    long workers() {
        return workers.stream().filter(Thread::isAlive).count();
    }

    static void send(DelayQueueMessage queue, String topic, String id) {
        send(queue, topic, id, Duration.ZERO);
    }

    static void send(DelayQueueMessage queue, String topic, String id, Duration delay) {
        queue.schedule(List.of(OutgoingMessage.to(topic)
                .id(id)
                .body("body of " + id)
                .delay(delay)
                .build()));
    }

    /** Sends many messages, their ids a prefix and a number from 0. */
    static void sendMany(DelayQueueMessage queue, String topic, String prefix, int number) {
        for (int from = 0; from < number; from += 500) {
            List<OutgoingMessage> some = new ArrayList<>();
            for (int i = from; i < Math.min(from + 500, number); i++) {
                some.add(OutgoingMessage.to(topic)
                        .id(prefix + i)
                        .body("x")
                        .delay(Duration.ZERO)
                        .build());
            }
            queue.schedule(some);
        }
    }

    /** For a handler to throw, whatever it is. */
    static RuntimeException sneaky(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    /** Until a topic has neither messages that are due nor any under lease. */
    static void awaitDrained(DelayQueueMessage queue, String topic) {
        await().atMost(LONG).until(() -> {
            DelayQueueMessage.Counts counts = queue.counts(topic);
            return counts.due() == 0 && counts.leased() == 0;
        });
    }

    /** Stops an engine that has nothing to wait for, and may wait for it for ever. */
    static void stopAtOnce(DispatchEngine engine) {
        Thread stopping = new Thread(() -> engine.stop(FOR_EVER), "test-stop");
        stopping.setDaemon(true);
        stopping.start();
        await().atMost(LONG).until(() -> !stopping.isAlive());
    }

    @Override
    public void close() {
        engines.forEach(engine -> engine.stop(Duration.ofMillis(500)));
    }
}
