package org.delay.redisson.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How the application's own sends to Kafka can be delayed.
 *
 * @param intercept Whether the application's KafkaTemplate sends records with the header 'delay-ms' or 'delay-due-time' later.
 */
@ConfigurationProperties("delay.redisson.kafka")
public record DelayQueueKafkaProperties(boolean intercept) {

    static final String INTERCEPT = "delay.redisson.kafka.intercept";
}
