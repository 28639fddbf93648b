package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.DurationText;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the dedicated producer. It keeps the application's servers, credentials, interceptors, compression and the
 * like, and overrides settings that could lose a record or delay its confirmation too long.
 *
 * @param lease how long a message is claimed for. Waiting for metadata and for confirmation takes at most five sixths of it for
 *     one record, or all of it if the client breaks meanwhile; each
 *     further record that must wait for room in the buffer adds to that
 */
record ProducerSettings(Map<String, Object> source, Duration lease) {

    private static final Duration LONGEST_BLOCK = Duration.ofSeconds(5);
    private static final int DEFAULT_REQUEST_TIMEOUT = 30_000;

    /**
     * Kafka promises order for up to 5 requests, and brokers before the fix of KAFKA-15591 break that for a new topic. While a
     * partition starts, they reject the first request and accept the second; from then on they reject the first as out of
     * order until it times out (KAFKA-14359; seen with 4.1.2). The limit costs nothing: a broker handles the requests of one
     * connection one after another anyway, and 100,000 messages took no longer with 1.
     */
    private static final int MAX_IN_FLIGHT = 1;

    /**
     * The application may have chosen its buffer for few and small records. With a buffer smaller than a batch or a record,
     * the client accepts nothing. Two claims fit in this one. It is a limit, so unused memory is not allocated.
     */
    private static final long LEAST_BUFFER = 4 * 1024 * 1024;

    /**
     * Kafka's default, which does not grow here. It grows to a second since Kafka 3.7 (KIP-580), so a send to a topic that the
     * application may not see would keep its worker for as long.
     */
    private static final int DEFAULT_BACKOFF = 100;

    /** Kafka allows less, but no broker can respond in that time, and each record would be sent again and again. */
    private static final int LEAST_REQUEST_TIMEOUT = 100;

    /**
     * Serializers and transactions of the application, and its partitioner, which was written for the types of its keys and
     * values. With {@code retries} at 0, Kafka's client refuses idempotence.
     */
    private static final List<String> REMOVED = List.of(
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "transaction.two.phase.commit.enable",
            ProducerConfig.RETRIES_CONFIG);

    ProducerSettings {
        if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("lease must be at least 1s, but is " + DurationText.of(lease));
        }
    }

    /** Longest wait of a send for metadata or for room in the buffer. */
    Duration maxBlock() {
        Duration sixth = lease.dividedBy(6);
        return sixth.compareTo(LONGEST_BLOCK) < 0 ? sixth : LONGEST_BLOCK;
    }

    /** Longest wait for the confirmation of a record that the producer accepted. */
    Duration deliveryTimeout() {
        return lease.multipliedBy(2).dividedBy(3);
    }

    Map<String, Object> toConfigs(int number) {
        Map<String, Object> configs = new HashMap<>(source);
        REMOVED.forEach(configs::remove);
        configs.put(ProducerConfig.CLIENT_ID_CONFIG, clientId(number));
        configs.put(ProducerConfig.ACKS_CONFIG, "all");
        configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configs.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, MAX_IN_FLIGHT);
        // A claimed batch is already complete. Waiting for more records would only delay it.
        configs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        Object backoff = source.getOrDefault(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, DEFAULT_BACKOFF);
        Object buffer = source.get(ProducerConfig.BUFFER_MEMORY_CONFIG);
        if (buffer != null) {
            configs.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(number(buffer), LEAST_BUFFER));
        }
        configs.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, number(backoff));
        configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxBlock().toMillis());
        int delivery = Math.toIntExact(deliveryTimeout().toMillis());
        configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
        // Half, so that a request without a response is tried a second time.
        int request = Math.min(delivery / 2, DEFAULT_REQUEST_TIMEOUT);
        configs.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                between(LEAST_REQUEST_TIMEOUT, request, source.get(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG)));
        return configs;
    }

    /** Unique in the JVM: two contexts must not register the same name with JMX. */
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
