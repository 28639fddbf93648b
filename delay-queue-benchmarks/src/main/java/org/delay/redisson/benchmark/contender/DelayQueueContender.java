package org.delay.redisson.benchmark.contender;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.Housekeeping;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.rabbit.RabbitDelayQueueMessageConsumer;
import org.delay.redisson.rabbit.RabbitRoute;
import org.delay.redisson.rabbit.RabbitSimpleMessageProducer;
import org.delay.redisson.redis.RedisDelayQueueTopicRegistrar;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.api.RedissonClient;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/** This library with its defaults. */
public final class DelayQueueContender implements Contender {

    private static final String SERVICE = "benchmark";

    private static final Duration STOP = Duration.ofSeconds(10);

    private static final BodyConverter CONVERTER = new BodiesAsTheyAre();

    private static final AtomicInteger THREADS = new AtomicInteger();

    private static final ThreadFactory WORKERS = task -> {
        Thread thread = new Thread(task, "delay-queue-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    };

    private final RedissonClient client;
    private final DelayQueueMessage queue;
    private final DelayQueueMessageProducer producer;
    private final int batch;

    private DelayQueueContender(RedissonClient client, int shards, int batch) {
        this.client = client;
        this.queue = RedissonDelayQueue.on(client)
                .service(SERVICE)
                .shards(shards)
                .bodyConverter(CONVERTER)
                .build();
        this.producer = new DelayQueueMessageProducer(queue);
        this.batch = batch;
    }

    /** As a subclass without any settings has it: one message a call. */
    public static DelayQueueContender open(String redis) {
        return open(redis, 1, 1);
    }

    /** One whose consumer takes so many messages a call. */
    public static DelayQueueContender open(String redis, int shards, int batch) {
        return new DelayQueueContender(Clients.of(redis, 0), shards, batch);
    }

    @Override
    public void send(String topic, Parcel parcel) {
        producer.sendMessage(message(topic, parcel));
    }

    @Override
    public CompletionStage<?> sendAsync(String topic, Parcel parcel) {
        return producer.sendMessageAsync(message(topic, parcel));
    }

    @Override
    public void sendAll(String topic, List<Parcel> parcels) {
        producer.sendMessages(
                parcels.stream().map(parcel -> message(topic, parcel)).toList());
    }

    /** Sends a message to each of these topics; the bodies differ by the number of their topic. */
    public void sendToEach(List<String> topics, int first, Instant due, int size) {
        producer.sendMessages(IntStream.range(0, topics.size())
                .mapToObj(i -> message(topics.get(i), Parcel.of(first + i, due, size)))
                .toList());
    }

    /** Begins the housekeeping of a dispatching application, until it is closed. */
    public Reception keepHouse() {
        Housekeeping housekeeping = new Housekeeping(queue, new RedisDelayQueueTopicRegistrar(client, SERVICE), null);
        housekeeping.start();
        return housekeeping::stop;
    }

    @Override
    public boolean cancel(String topic, Parcel parcel) {
        return producer.cancel(topic, idOf(parcel)) == CancelResult.CANCELLED;
    }

    @Override
    public boolean reschedule(String topic, Parcel parcel, Parcel later) {
        Duration delay = Duration.between(parcel.due(), later.due()).plusHours(1);
        return producer.reschedule(topic, idOf(parcel), delay) == RescheduleResult.RESCHEDULED;
    }

    @Override
    public Reception receive(Collection<String> topics, Consumer<String> receiver) {
        return dispatch(new Receiving(receiver, batch), DispatchListener.NONE);
    }

    /** Begins to republish messages to Kafka, and reports each message that Kafka has confirmed. */
    public Reception receiveIntoKafka(String bootstrapServers, String topic, Runnable confirmed) {
        KafkaSimpleMessageProducer kafka = KafkaSimpleMessageProducer.from(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers), DispatchSettings.DEFAULTS.lease());
        kafka.warm(List.of(topic));
        Reception reception = dispatch(new KafkaDelayQueueMessageConsumer(kafka), telling(confirmed));
        return () -> {
            reception.close();
            kafka.close();
        };
    }

    /** Begins to publish messages to the queues of RabbitMQ that have their topics' names, and reports each confirmed message. */
    public Reception receiveIntoRabbit(int port, Runnable confirmed) {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", port);
        RabbitSimpleMessageProducer rabbit = RabbitSimpleMessageProducer.from(
                connections, RabbitRoute.QUEUE_OF_TOPIC, "application/json", DispatchSettings.DEFAULTS.lease());
        rabbit.warm();
        Reception reception = dispatch(new RabbitDelayQueueMessageConsumer(rabbit), telling(confirmed));
        return () -> {
            reception.close();
            rabbit.close();
            connections.destroy();
        };
    }

    private static DispatchListener telling(Runnable confirmed) {
        return new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                confirmed.run();
            }
        };
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private Reception dispatch(DelayQueueMessageConsumer consumer, DispatchListener listener) {
        DispatchEngine engine = DispatchEngine.builder(queue, consumer)
                .converter(CONVERTER)
                .listener(listener)
                .workerThreads(WORKERS)
                .build();
        engine.start();
        return () -> engine.stop(STOP);
    }

    private static OutgoingMessage message(String topic, Parcel parcel) {
        return OutgoingMessage.to(topic)
                .id(parcel.id())
                .body(parcel.body())
                .dueTime(parcel.due())
                .build();
    }

    private static String idOf(Parcel parcel) {
        if (parcel.id() == null) {
            throw new IllegalArgumentException("A message without an id can't be named");
        }
        return parcel.id();
    }

    /** Hands each message on. */
    private static final class Receiving extends DelayQueueMessageConsumer {

        private final Consumer<String> receiver;
        private final int batch;

        Receiving(Consumer<String> receiver, int batch) {
            this.receiver = receiver;
            this.batch = batch;
        }

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {
            messages.forEach(message -> receiver.accept(message.body()));
        }

        @Override
        public int batchSize() {
            return batch;
        }
    }
}
