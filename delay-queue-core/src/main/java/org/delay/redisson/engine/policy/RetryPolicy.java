package org.delay.redisson.engine.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.delay.redisson.Checks;

/**
 * How often a message that fails is tried again, and after which delays. They begin at {@code first}, and are multiplied by
 * {@code multiplier} each time, up to {@code max}. {@code jitter} spreads them, so that messages that failed together do not
 * come back together. Immutable.
 *
 * @param maxAttempts how many deliveries may fail before the message becomes a dead letter, at least 1
 * @param first the delay after the first failure, at least 1 ms
 * @param multiplier by how much each delay is longer than the one before, at least 1
 * @param max the longest delay, at most 365 days
 * @param jitter the share of a delay by which it may be shorter or longer, 0 to 1; never longer than {@code max}
 */
public record RetryPolicy(int maxAttempts, Duration first, double multiplier, Duration max, double jitter) {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private static final Duration LONGEST = Duration.ofDays(365);

    /** 10 attempts, from 1 s doubling to 10 min, with 20 % jitter. */
    public static final RetryPolicy DEFAULTS =
            new RetryPolicy(10, Duration.ofSeconds(1), 2, Duration.ofMinutes(10), 0.2);

    /** Checks each rule, and throws {@link IllegalArgumentException} naming the field and its value. */
    public RetryPolicy {
        Checks.range("maxAttempts", maxAttempts, 1, Integer.MAX_VALUE);
        Checks.range("first", first, SHORTEST, LONGEST);
        Checks.range("max", max, first, LONGEST);
        if (!(multiplier >= 1 && multiplier <= 1000)) {
            throw new IllegalArgumentException("multiplier must be 1 to 1000, but is " + multiplier);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter must be 0 to 1, but is " + jitter);
        }
    }

    /** This policy with another value for how many deliveries may fail. */
    public RetryPolicy withMaxAttempts(int value) {
        return new RetryPolicy(value, first, multiplier, max, jitter);
    }

    /** This policy with another value for the delay after the first failure. */
    public RetryPolicy withFirst(Duration value) {
        return new RetryPolicy(maxAttempts, value, multiplier, max, jitter);
    }

    /** This policy with another value for by how much each delay is longer. */
    public RetryPolicy withMultiplier(double value) {
        return new RetryPolicy(maxAttempts, first, value, max, jitter);
    }

    /** This policy with another value for the longest delay. */
    public RetryPolicy withMax(Duration value) {
        return new RetryPolicy(maxAttempts, first, multiplier, value, jitter);
    }

    /** This policy with another value for how much delays vary. */
    public RetryPolicy withJitter(double value) {
        return new RetryPolicy(maxAttempts, first, multiplier, max, value);
    }

    /**
     * The delay after so many failures, or empty if the message is to be given up.
     *
     * @param failures how many deliveries have failed, the last one included
     */
    public Optional<Duration> delayAfter(int failures) {
        return delayAfter(failures, ThreadLocalRandom.current().nextDouble());
    }

    /** As {@link #delayAfter(int)}, at a place in the range of the jitter, 0 to 1. */
    Optional<Duration> delayAfter(int failures, double random) {
        if (failures >= maxAttempts) {
            return Optional.empty();
        }
        // A double grows to infinity, whereas a long would overflow to a negative value.
        double least = SHORTEST.toNanos();
        double most = max.toNanos();
        double grown = Math.pow(multiplier, Math.max(0, failures - 1)) * first.toNanos();
        double spread = Math.min(grown, most) * (1 + jitter * (2 * random - 1));
        long nanos = (long) Math.min(Math.max(spread, least), most);
        return Optional.of(Duration.ofNanos(nanos));
    }
}
