package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.reliability.composed.Subject.Kind;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** An instance as a plan has it: in this JVM, or in one of its own. */
final class Dispatcher implements AutoCloseable {

    static final String SERVICE = "composed";

    static final BodyConverter CONVERTER = new FastjsonBodyConverter();

    /** What its threads' names begin with: none may be left when it is closed. */
    static final String THREADS = "composed-worker-";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static final Duration STOP = Duration.ofSeconds(3);

    private final RedissonClient client;
    private final DispatchEngine engine;
    private final KafkaSimpleMessageProducer kafka;
    private volatile boolean closed;

    /**
     * Where it works.
     *
     * @param kafka its servers; empty where there is none
     * @param calm when handlers and listeners stop to misbehave
     */
    record Place(String redis, String kafka, Journal journal, AtomicBoolean calm) {

        boolean isCalm() {
            return calm.get();
        }
    }

    private Dispatcher(Plan plan, Place place) {
        client = client(place.redis(), plan);
        try {
            RedissonDelayQueue queue = queue(client, plan);
            kafka = place.kafka().isEmpty() ? null : kafka(plan, place.kafka());
            Handlers handlers = new Handlers(
                    plan, place, queue, kafka == null ? null : new KafkaDelayQueueMessageConsumer(kafka), this::close);
            engine = DispatchEngine.builder(queue, handlers)
                    .converter(CONVERTER)
                    .settings(plan.settings)
                    .rules(rules(plan))
                    .listener(new Listeners(plan.listening, place))
                    .workerThreads(threads(plan.virtualThreads))
                    .application(SERVICE)
                    .build();
            engine.start();
            if (plan.commonPoolIsBusy) {
                CommonPool.keepBusy(place);
            }
        } catch (RuntimeException e) {
            client.shutdown();
            throw e;
        }
    }

    /** Starts one. */
    static Dispatcher start(Plan plan, Place place) {
        return new Dispatcher(plan, place);
    }

    static RedissonClient client(String redis, Plan plan) {
        Config config = new Config().setNettyThreads(2).setThreads(2);
        config.useSingleServer()
                .setAddress(redis)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(plan.connections)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    static RedissonDelayQueue queue(RedissonClient client, Plan plan) {
        return RedissonDelayQueue.on(client)
                .service(SERVICE)
                .shards(plan.shards)
                .bodyConverter(CONVERTER)
                .build();
    }

    private static KafkaSimpleMessageProducer kafka(Plan plan, String bootstrapServers) {
        Map<String, Object> configs = new HashMap<>(plan.producer);
        configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        if (plan.interceptorThrows) {
            configs.put(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, List.of(ThrowingInterceptor.class.getName()));
        }
        KafkaSimpleMessageProducer kafka = KafkaSimpleMessageProducer.from(configs, plan.settings.lease());
        // As the starter does: a client's first connection takes seconds where processors are busy.
        plan.subjects.stream()
                .filter(subject -> subject.kind() == Kind.KAFKA)
                .findFirst()
                .ifPresent(subject -> kafka.warm(List.of(subject.topic(0))));
        return kafka;
    }

    private static TopicRules rules(Plan plan) {
        TopicRule toKafka = TopicRule.PLAIN.withDestination("kafka");
        return topic -> {
            Kind kind = plan.subject(topic).kind();
            return kind == Kind.UNSERVED ? null : kind.isKafka() ? toKafka : TopicRule.PLAIN;
        };
    }

    private static ThreadFactory threads(boolean virtual) {
        return task -> {
            String name = THREADS + NUMBERS.incrementAndGet();
            if (virtual && Runtime.version().feature() >= 21) {
                return virtual(name, task);
            }
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** By reflection, since this is compiled for Java 17, too. */
    private static Thread virtual(String name, Runnable task) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, name);
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Of what its messages need to be settled, nothing is closed before they are: a handler may be the one who closes. */
    @Override
    public void close() {
        engine.stop(STOP);
        DispatchEngine.afterHandling(() -> {
            if (kafka != null) {
                kafka.close();
            }
            client.shutdown();
            closed = true;
        });
    }
}
