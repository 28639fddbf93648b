package org.delay.redisson.autoconfigure;

/** The topics that the application's own Kafka listeners receive. Knows no class of Kafka. */
interface KafkaTopics {

    /** Whether a listener names the topic. */
    boolean name(String topic);

    /** Whether a listener has a pattern that matches the topic. */
    boolean match(String topic);
}
