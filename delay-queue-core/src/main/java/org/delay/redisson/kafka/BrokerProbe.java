package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.function.Predicate;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks the Kafka client what it knows about the brokers and about a topic, after a send has failed. */
@Slf4j
final class BrokerProbe {

    /** The client asks again for a missing topic after 1.2 s at most, unless it is configured otherwise. */
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(2);

    private BrokerProbe() {}

    /**
     * Whether Kafka sent metadata since the given {@link System#nanoTime()}, or shortly before it. Without this check an old
     * response, which the client repeats, would pass for a new one.
     */
    static boolean hasRespondedSince(Producer<Object, Object> producer, long start) {
        long age = System.nanoTime() - start + LONGEST_BACKOFF.toNanos();
        return metric(producer, "metadata-age") * 1e9 <= age;
    }

    /** How many batches the client has split because they were too large for their topic. */
    static double splits(Producer<Object, Object> producer) {
        return metric(producer, "batch-split-total");
    }

    /** How many records of a topic the client has sent, each as often as it was sent, except where a broker asked for that. */
    static double sends(Producer<Object, Object> producer, String topic) {
        return topicMetric(producer, topic, "record-send-total") - topicMetric(producer, topic, "record-retry-total");
    }

    private static double topicMetric(Producer<Object, Object> producer, String topic, String name) {
        return metric(
                producer,
                known -> known.name().equals(name)
                        && known.group().equals("producer-topic-metrics")
                        && topic.equals(known.tags().get("topic")));
    }

    private static double metric(Producer<Object, Object> producer, String name) {
        return metric(
                producer, known -> known.name().equals(name) && known.group().equals("producer-metrics"));
    }

    /** 0 if the client does not have it. */
    private static double metric(Producer<Object, Object> producer, Predicate<MetricName> wanted) {
        for (Metric metric : producer.metrics().values()) {
            if (wanted.test(metric.metricName()) && metric.metricValue() instanceof Double value) {
                return value;
            }
        }
        return 0;
    }

    /** Why Kafka rejects the topic, or null: then it exists, or Kafka does not answer. */
    static @Nullable TopicError lookUp(Producer<Object, Object> producer, String topic) {
        try {
            producer.partitionsFor(topic);
            return null;
        } catch (RuntimeException e) {
            return KafkaErrors.topicError(e);
        }
    }

    /** Kafka's response that the topic does not exist, or null. For a topic that exists the client knows at once. */
    static @Nullable Exception missingTopic(Producer<Object, Object> producer, String topic)
            throws InterruptedException {
        try {
            producer.partitionsFor(topic);
            return null;
        } catch (InterruptException e) {
            throw ExceptionTranslator.interrupted(e);
        } catch (TimeoutException e) {
            return KafkaErrors.topicError(e) == TopicError.UNKNOWN ? e : null;
        } catch (RuntimeException e) {
            log.debug("Topic {} can't be looked up in Kafka", topic, e);
            return null;
        }
    }
}
