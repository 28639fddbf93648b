package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/**
 * What the private producer takes over from the application's configuration (where Kafka is, how to log in, interceptors,
 * compression and the like) and what it must have its own way, so that a confirmed record is really stored, and in time.
 *
 * @param lease how long a message is claimed for; one record's wait for metadata and its delivery take five sixths of that
 *     at most, and each further record that must wait for room in the buffer adds its wait
 */
record ProducerSettings(Map<String, Object> source, Duration lease) {

    private static final Duration LONGEST_BLOCK = Duration.ofSeconds(5);
    private static final int DEFAULT_REQUEST_TIMEOUT = 30_000;

    /**
     * Kafka promises order for up to 5, and brokers before the fix of KAFKA-15591 do not keep it where a topic is new: while
     * a partition starts, its first request is refused and the second taken, after which the first is refused as out of
     * order until its time is up (KAFKA-14359; seen with 4.1.2). It costs nothing: a broker answers the requests of one
     * connection one after the other anyway, and 100,000 messages took no longer with 1.
     */
    private static final int MAX_IN_FLIGHT = 1;

    /**
     * The application's may be for records of its own that are few and small; below its own batch size, or a record's, the
     * client takes nothing at all. It is a limit, and what is not needed is not taken. Two claims have room.
     */
    private static final long LEAST_BUFFER = 4 * 1024 * 1024;

    /** Kafka allows less, in which nobody can answer: each record would be sent again and again. */
    private static final int LEAST_REQUEST_TIMEOUT = 100;

    /**
     * What belongs to the application's serializers, transactions and delivery guarantees, and its partitioner, which was
     * written for the types of its keys and values. With {@code retries} at 0 idempotence would be refused.
     */
    private static final List<String> NOT_TAKEN_OVER = List.of(
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "transaction.two.phase.commit.enable",
            ProducerConfig.RETRIES_CONFIG);

    ProducerSettings {
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("lease must be at least 1 s, but is " + lease);
        }
    }

    /** How long a send may wait for metadata or for room in the buffer. */
    Duration maxBlock() {
        Duration sixth = lease.dividedBy(6);
        return sixth.compareTo(LONGEST_BLOCK) < 0 ? sixth : LONGEST_BLOCK;
    }

    /** When a record that was taken is given up at the latest. */
    Duration deliveryTimeout() {
        return lease.multipliedBy(2).dividedBy(3);
    }

    Map<String, Object> toConfigs(int number) {
        Map<String, Object> configs = new HashMap<>(source);
        NOT_TAKEN_OVER.forEach(configs::remove);
        configs.put(ProducerConfig.CLIENT_ID_CONFIG, clientId(number));
        configs.put(ProducerConfig.ACKS_CONFIG, "all");
        configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configs.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, MAX_IN_FLIGHT);
        // A batch is there as a whole already: waiting for more records would only make it late.
        configs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        Object buffer = source.get(ProducerConfig.BUFFER_MEMORY_CONFIG);
        if (buffer != null) {
            configs.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(number(buffer), LEAST_BUFFER));
        }
        configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxBlock().toMillis());
        int delivery = Math.toIntExact(deliveryTimeout().toMillis());
        configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
        // Half, so that a request that nobody answers is tried a second time.
        int request = Math.min(delivery / 2, DEFAULT_REQUEST_TIMEOUT);
        configs.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                between(LEAST_REQUEST_TIMEOUT, request, source.get(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG)));
        return configs;
    }

    /** Two contexts of one JVM must not register the same name with JMX. */
    private String clientId(int number) {
        Object application = source.get(ProducerConfig.CLIENT_ID_CONFIG);
        String prefix = application == null || application.toString().isBlank() ? "" : application + "-";
        return prefix + "delay-queue-" + number;
    }

    private static int between(int least, int most, @Nullable Object configured) {
        return configured == null ? most : (int) Math.max(least, Math.min(most, number(configured)));
    }

    private static long number(Object configured) {
        return Long.parseLong(configured.toString().trim());
    }
}
