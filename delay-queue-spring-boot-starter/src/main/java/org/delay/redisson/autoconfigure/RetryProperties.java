package org.delay.redisson.autoconfigure;

import java.time.Duration;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * When a message whose delivery failed is tried again.
 *
 * @param maxAttempts Number of failed deliveries after which a message becomes a dead letter. At least 1.
 * @param delay Back-off after the first failure. 1ms to 365d.
 * @param multiplier Factor by which the back-off grows with each further failure. 1 to 1000.
 * @param maxDelay Maximum back-off. At least "delay", and at most 365d.
 * @param jitter Fraction by which the back-off varies at random. 0 to 1.
 */
public record RetryProperties(
        @Nullable Integer maxAttempts,
        @Nullable Duration delay,
        @Nullable Double multiplier,
        @Nullable Duration maxDelay,
        @Nullable Double jitter) {

    /** The maximum is checked last, together with the first delay, because it must not be shorter. */
    void check(PropertyRules rules) {
        RetryPolicy defaults = RetryPolicy.DEFAULTS;
        RetryPolicy longest = defaults.withMax(Duration.ofDays(365));
        rules.check("retry.maxAttempts", maxAttempts, longest::withMaxAttempts);
        rules.check("retry.multiplier", multiplier, longest::withMultiplier);
        rules.check("retry.jitter", jitter, longest::withJitter);
        if (rules.check("retry.delay", delay, longest::withFirst)) {
            RetryPolicy first = delay == null ? longest : longest.withFirst(delay);
            rules.check("retry.maxDelay", maxDelay == null ? defaults.max() : maxDelay, first::withMax);
        }
    }
}
