package org.delay.redisson.tck.server;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import kafka.server.BrokerServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * A real Kafka broker in this JVM that belongs to the test that started it: on a free port of 127.0.0.1, which it keeps
 * with its topics and records over {@link #stop()} and {@link #restart()}. Needs {@code spring-kafka-test} on the class
 * path.
 *
 * <p>Methods that fail throw {@link IllegalStateException}. Thread-safe; a lifecycle call waits for the one before it.
 */
public final class KafkaBroker implements AutoCloseable {

    private static final Duration CREATION = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final EmbeddedKafkaKraftBroker embedded;
    private final BrokerServer broker;
    private final String bootstrapServers;
    private boolean running = true;

    private KafkaBroker(EmbeddedKafkaKraftBroker embedded, String bootstrapServers) {
        this.embedded = embedded;
        this.broker = requireNonNull(embedded.getCluster())
                .brokers()
                .values()
                .iterator()
                .next();
        this.bootstrapServers = bootstrapServers;
    }

    /** Starts a broker with nothing but the defaults. */
    public static KafkaBroker start() {
        return builder().start();
    }

    /** Options of a broker that is to be started. */
    public static Builder builder() {
        return new Builder();
    }

    /** {@code 127.0.0.1:port}; the same for as long as the broker is not closed. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Creates a topic. The broker must be running. */
    public void createTopic(String name, int partitions) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            long end = System.nanoTime() + CREATION.toNanos();
            while (!create(admin, new NewTopic(name, partitions, (short) 1), end)) {
                LockSupport.parkNanos(POLL.toNanos());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("Topic " + name + " was not created", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while creating topic " + name, e);
        }
    }

    /** A broker that was at rest for longer than its session is not there for a moment: false, until the time is up. */
    private static boolean create(Admin admin, NewTopic topic, long end)
            throws ExecutionException, InterruptedException {
        try {
            admin.createTopics(List.of(topic)).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InvalidReplicationFactorException && System.nanoTime() - end < 0) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Reads a topic from its beginning, outside of any consumer group, until there are {@code atLeast} records or the
     * time is up, and returns what there is: perhaps fewer, perhaps more. Within a partition they are in order.
     */
    public List<ConsumerRecord<String, String>> records(String topic, int atLeast, Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer()) {
            List<TopicPartition> partitions = awaitPartitions(consumer, topic, timeout);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (records.size() < atLeast && System.nanoTime() < end) {
                consumer.poll(POLL).forEach(records::add);
            }
        }
        return records;
    }

    /** Whether the broker takes connections. */
    public synchronized boolean isRunning() {
        return running;
    }

    /** Shuts the broker down: its port refuses connections, its records stay. Nothing happens if it is down. */
    public synchronized void stop() {
        if (running) {
            broker.shutdown();
            broker.awaitShutdown();
            running = false;
        }
    }

    /**
     * Starts the broker again, on the same port and with its records, after {@link #stop()} if it runs. Takes up to three
     * seconds from the stop, for Kafka lets a broker in again only when its old session has ended.
     */
    public synchronized void restart() {
        stop();
        broker.startup();
        running = true;
    }

    /** Ends the broker and deletes its records. May be called again. */
    @Override
    public synchronized void close() {
        running = false;
        embedded.destroy();
    }

    @Override
    public String toString() {
        return "KafkaBroker[" + bootstrapServers + "]";
    }

    private KafkaConsumer<String, String> consumer() {
        Map<String, Object> configuration = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(configuration, new StringDeserializer(), new StringDeserializer());
    }

    private static List<TopicPartition> awaitPartitions(
            KafkaConsumer<String, String> consumer, String topic, Duration timeout) {
        try {
            return Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL_INTERVAL)
                    .atMost(timeout)
                    .until(
                            () -> consumer.partitionsFor(topic, timeout).stream()
                                    .map(info -> new TopicPartition(topic, info.partition()))
                                    .toList(),
                            partitions -> !partitions.isEmpty());
        } catch (ConditionTimeoutException e) {
            return List.of();
        }
    }

    /** Options of a {@link KafkaBroker}. For one thread. */
    public static final class Builder {

        private final Map<String, String> properties = new HashMap<>();
        private final List<String> topics = new ArrayList<>();

        private Builder() {
            // One partition instead of 50 each: the first consumer and the first transaction wait for them.
            properties.put("offsets.topic.num.partitions", "1");
            properties.put("transaction.state.log.num.partitions", "1");
            properties.put("transaction.state.log.replication.factor", "1");
            properties.put("transaction.state.log.min.isr", "1");
            // A broker that was stopped is let in again when its old session has ended, by default after 9 s.
            properties.put("broker.session.timeout.ms", "3000");
            properties.put("broker.heartbeat.interval.ms", "500");
        }

        /** Creates these topics at the start, each with one partition. */
        public Builder topics(String... names) {
            topics.addAll(List.of(names));
            return this;
        }

        /** Whether a topic comes into being when it is first written to; as everywhere in Kafka, true unless told. */
        public Builder autoCreateTopics(boolean enabled) {
            return property("auto.create.topics.enable", Boolean.toString(enabled));
        }

        /** Sets a property of the broker, such as {@code message.max.bytes}. */
        public Builder property(String name, String value) {
            properties.put(name, value);
            return this;
        }

        /** Starts the broker, waits until it takes connections, and creates the topics. */
        public KafkaBroker start() {
            int port = FreePort.next();
            EmbeddedKafkaKraftBroker embedded = new EmbeddedKafkaKraftBroker(1, 1, topics.toArray(String[]::new));
            embedded.brokerProperties(properties);
            // The broker's own listener takes another port at each start; clients get one that stays.
            embedded.brokerProperty(
                    "listeners",
                    "CLIENT://127.0.0.1:%d,EXTERNAL://127.0.0.1:0,CONTROLLER://127.0.0.1:0".formatted(port));
            embedded.brokerProperty(
                    "listener.security.protocol.map", "CLIENT:PLAINTEXT,EXTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT");
            // It tells the whole JVM where it is, by default in the property that Spring Boot's applications read.
            String whereabouts = "delay.queue.test.kafka." + port;
            embedded.brokerListProperty(whereabouts);
            FormatterOutput.keepAwayDuring(embedded::afterPropertiesSet);
            System.clearProperty(whereabouts);
            return new KafkaBroker(embedded, "127.0.0.1:" + port);
        }
    }
}
