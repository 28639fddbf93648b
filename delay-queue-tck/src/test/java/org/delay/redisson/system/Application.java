package org.delay.redisson.system;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;

/** What an application has of the library: a Redis client and a queue of its own, and engines if it dispatches. */
public final class Application implements AutoCloseable {

    /** As many as the pool may hold from the start on, so that their number tells of nothing but what we add. */
    private static final int CONNECTIONS = 16;

    /** A stop ends when all handlers have; only one that hangs is waited for so long. */
    private static final Duration STOP = Duration.ofMinutes(1);

    private static final int PATIENT_MS = 60_000;

    private static final BodyConverter CONVERTER = new FastjsonBodyConverter();

    private final RedissonClient client;
    private final String service;
    private final DelayQueueMessage queue;
    private final AtomicInteger threads = new AtomicInteger();
    private DispatchEngine engine;
    private KafkaSimpleMessageProducer kafka;

    private Application(RedissonClient client, String service, UnaryOperator<RedissonDelayQueue.Builder> settings) {
        this.client = client;
        this.service = service;
        this.queue = settings.apply(
                        RedissonDelayQueue.on(client).service(service).bodyConverter(CONVERTER))
                .build();
    }

    /** With a client and a queue that are set up otherwise. */
    public static Application of(Config config, String service, UnaryOperator<RedissonDelayQueue.Builder> settings) {
        return new Application(Redisson.create(config.setNettyThreads(4).setThreads(2)), service, settings);
    }

    public static Application of(String redis, String service) {
        return of(redis, service, config -> {}, single -> {});
    }

    /** With a client that waits for an answer for longer than any server is at rest for: each call has its answer. */
    public static Application patient(String redis, String service) {
        return of(redis, service, config -> {}, server -> server.setTimeout(PATIENT_MS));
    }

    public static Application of(String redis, String service, String user, String password) {
        return of(redis, service, config -> config.setUsername(user).setPassword(password), single -> {});
    }

    /** With settings of its client that differ from the client's own. */
    public static Application of(
            String redis, String service, Consumer<Config> settings, Consumer<SingleServerConfig> server) {
        Config config = new Config().setNettyThreads(4).setThreads(2);
        SingleServerConfig single = config.useSingleServer()
                .setAddress(redis)
                .setConnectionMinimumIdleSize(CONNECTIONS)
                .setConnectionPoolSize(CONNECTIONS)
                .setSubscriptionConnectionMinimumIdleSize(1);
        settings.accept(config);
        server.accept(single);
        return new Application(Redisson.create(config), service, UnaryOperator.identity());
    }

    public DelayQueueMessage queue() {
        return queue;
    }

    public RedissonClient client() {
        return client;
    }

    /** Starts dispatching to a consumer. */
    public Application dispatching(DispatchSettings settings, DelayQueueMessageConsumer consumer) {
        return dispatching(settings, DispatchListener.NONE, consumer, UnaryOperator.identity());
    }

    /** Starts dispatching to a consumer, by way of operations that a test may have its hands in. */
    public Application dispatching(
            DispatchSettings settings,
            DispatchListener listener,
            DelayQueueMessageConsumer consumer,
            UnaryOperator<DispatchOperations> hook) {
        return dispatching(settings, TopicRules.NONE, listener, consumer, hook);
    }

    /** Starts dispatching to a consumer, not all topics alike. */
    public Application dispatching(
            DispatchSettings settings,
            TopicRules rules,
            DispatchListener listener,
            DelayQueueMessageConsumer consumer,
            UnaryOperator<DispatchOperations> hook) {
        engine = DispatchEngine.builder(hook.apply(queue), consumer)
                .converter(CONVERTER)
                .settings(settings)
                .rules(rules)
                .listener(listener)
                .workerThreads(this::worker)
                .build();
        engine.start();
        return this;
    }

    private Thread worker(Runnable task) {
        Thread thread = new Thread(task, "system-" + service + "-worker-" + threads.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Starts dispatching to Kafka, with a producer that is warm for these topics. */
    public Application dispatchingToKafka(DispatchSettings settings, String bootstrapServers, String... topics) {
        return dispatching(settings, toKafka(settings, bootstrapServers, List.of(topics)));
    }

    /** A consumer that sends to Kafka, through a producer that is warm and is closed with the application. */
    public DelayQueueMessageConsumer toKafka(DispatchSettings settings, String bootstrapServers, List<String> topics) {
        return toKafka(settings, Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers), topics);
    }

    /** Likewise, with settings of the producer. */
    public DelayQueueMessageConsumer toKafka(
            DispatchSettings settings, Map<String, Object> producer, List<String> topics) {
        kafka = KafkaSimpleMessageProducer.from(producer, settings.lease());
        kafka.warm(topics);
        return new KafkaDelayQueueMessageConsumer(kafka);
    }

    /** Stops dispatching, and gives handlers this time. */
    public void stop(Duration within) {
        if (engine != null) {
            engine.stop(within);
        }
    }

    @Override
    public void close() {
        stop(STOP);
        if (kafka != null) {
            kafka.close();
        }
        client.shutdown();
    }
}
