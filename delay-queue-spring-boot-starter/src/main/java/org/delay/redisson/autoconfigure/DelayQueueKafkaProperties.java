package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * What the delay queue adds to the application's own use of Kafka.
 *
 * @param intercept Whether the application's KafkaTemplate sends records with the header 'delay-ms' or 'delay-due-time' later.
 */
@ConfigurationProperties("delay.redisson.kafka")
public record DelayQueueKafkaProperties(
        @DefaultValue("false") boolean intercept,
        @DefaultValue Retry retry) implements Validator {

    static final String INTERCEPT = "delay.redisson.kafka.intercept";
    static final String RETRY = "delay.redisson.kafka.retry.enabled";
    static final String ORDERED_TOPICS = "delay.redisson.kafka.retry.ordered-topics";

    @Override
    public boolean supports(Class<?> type) {
        return type == DelayQueueKafkaProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        ((DelayQueueKafkaProperties) target).retry.policy().check(new PropertyRules(errors));
    }

    /**
     * When a Kafka listener gets a failed record again.
     *
     * @param enabled Whether records whose Kafka listener failed wait in the delay queue for their next attempt. The listener gets them
     *     again in the topic "TOPIC-retry-GROUP".
     * @param maxAttempts Number of failed deliveries after which a record goes to the dead-letter topic. At least 1.
     * @param delay Back-off after the first failure. 1ms to 365d.
     * @param multiplier Factor by which the back-off grows with each further failure. 1 to 1000.
     * @param maxDelay Maximum back-off. At least "delay", and at most 365d.
     * @param jitter Fraction by which the back-off varies at random. 0 to 1.
     * @param orderedTopics Topics whose records keep their order. Their listeners retry a failed record in place, with the same
     *     back-offs, and get no other records meanwhile.
     */
    public record Retry(
            @DefaultValue("false") boolean enabled,
            @Nullable Integer maxAttempts,
            @Nullable Duration delay,
            @Nullable Double multiplier,
            @Nullable Duration maxDelay,
            @Nullable Double jitter,
            @DefaultValue Set<String> orderedTopics) {

        RetryProperties policy() {
            return new RetryProperties(maxAttempts, delay, multiplier, maxDelay, jitter);
        }
    }
}
