package org.delay.redisson.engine.policy;

import java.time.Duration;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations.ClaimLimit;

/**
 * How an engine dispatches. Immutable; made by a {@link #builder}, or from other settings by {@link #toBuilder}.
 *
 * @param workers how many threads claim and handle messages, 1 to 1,000. A call that is unexpectedly long has a standby
 * @param sweep how long a shard goes without a poll, at most, 1 ms to 1 hour. Wake-ups are a hint: this bounds how late a
 *     message can be when its wake-up is lost
 * @param lease how long a claimed message belongs to this application before others may claim it, 100 ms to 1 hour. It is
 *     renewed while the message is handled. When an application dies, its messages are delivered again after this time
 * @param maxProcessingTime how long one call of a handler may take before it is interrupted, 10 ms to 365 days
 * @param maxClaimMessages the most messages of one claim, 1 to 200
 * @param maxClaimBytes the most bytes of bodies of one claim, at least 1; a single message is claimed whatever its size
 * @param retry when failed messages are retried
 * @param maxLeaseExpirations how often a message's lease may run out, because its receiver died, before the message becomes
 *     a dead letter, at least 3. From its second expiration on, a message counts as a poison message and is handled alone.
 *     So messages that were only claimed with it get no third expiration
 * @param maxStuckThreads how many interrupted handler threads of one topic may be stuck, at least 1. With more, this
 *     instance claims nothing else of the topic. Each call that is interrupted counts as one of the message's attempts. By
 *     default, 2 threads are stuck before its 10 attempts are used up. Then the message does not become a dead letter: it
 *     stays in the topic until a thread comes back or the application restarts, which is logged. Other topics go on
 */
public record DispatchSettings(
        int workers,
        Duration sweep,
        Duration lease,
        Duration maxProcessingTime,
        int maxClaimMessages,
        long maxClaimBytes,
        RetryPolicy retry,
        int maxLeaseExpirations,
        int maxStuckThreads) {

    /** What applies unless it is changed. */
    public static final DispatchSettings DEFAULTS = new DispatchSettings(
            4,
            Duration.ofMillis(500),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            ClaimLimit.MAX_MESSAGES,
            2 * 1024 * 1024,
            RetryPolicy.DEFAULTS,
            5,
            2);

    /** Checks each rule, and throws {@link IllegalArgumentException} naming the field and its value. */
    public DispatchSettings {
        Checks.range("workers", workers, 1, 1000);
        Checks.range("sweep", sweep, Duration.ofMillis(1), Duration.ofHours(1));
        Checks.range("lease", lease, Duration.ofMillis(100), Duration.ofHours(1));
        Checks.range("maxProcessingTime", maxProcessingTime, Duration.ofMillis(10), Duration.ofDays(365));
        Checks.range("maxClaimMessages", maxClaimMessages, 1, ClaimLimit.MAX_MESSAGES);
        Checks.range("maxClaimBytes", maxClaimBytes, 1, Long.MAX_VALUE);
        Checks.range("maxLeaseExpirations", maxLeaseExpirations, 3, Integer.MAX_VALUE);
        Checks.range("maxStuckThreads", maxStuckThreads, 1, Integer.MAX_VALUE);
    }

    /** The {@link #DEFAULTS}, to be changed. */
    public static Builder builder() {
        return new Builder(DEFAULTS);
    }

    /** These settings, to be changed. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Builds settings. Each value is as the component of {@link DispatchSettings} with its name. */
    public static final class Builder {

        private int workers;
        private Duration sweep;
        private Duration lease;
        private Duration maxProcessingTime;
        private int maxClaimMessages;
        private long maxClaimBytes;
        private RetryPolicy retry;
        private int maxLeaseExpirations;
        private int maxStuckThreads;

        private Builder(DispatchSettings settings) {
            workers = settings.workers;
            sweep = settings.sweep;
            lease = settings.lease;
            maxProcessingTime = settings.maxProcessingTime;
            maxClaimMessages = settings.maxClaimMessages;
            maxClaimBytes = settings.maxClaimBytes;
            retry = settings.retry;
            maxLeaseExpirations = settings.maxLeaseExpirations;
            maxStuckThreads = settings.maxStuckThreads;
        }

        /** How many threads claim and handle messages, 1 to 1,000. */
        public Builder workers(int value) {
            workers = value;
            return this;
        }

        /** How long a shard goes without a poll, at most, 1 ms to 1 hour. */
        public Builder sweep(Duration value) {
            sweep = value;
            return this;
        }

        /** How long a message is leased, 100 ms to 1 hour. */
        public Builder lease(Duration value) {
            lease = value;
            return this;
        }

        /** How long one call of a handler may take, 10 ms to 365 days. */
        public Builder maxProcessingTime(Duration value) {
            maxProcessingTime = value;
            return this;
        }

        /** The most messages of one claim, 1 to 200. */
        public Builder maxClaimMessages(int value) {
            maxClaimMessages = value;
            return this;
        }

        /** The most bytes of bodies of one claim, at least 1. */
        public Builder maxClaimBytes(long value) {
            maxClaimBytes = value;
            return this;
        }

        /** When failed messages are retried. */
        public Builder retry(RetryPolicy value) {
            retry = value;
            return this;
        }

        /** How often a message's lease may run out, at least 3. */
        public Builder maxLeaseExpirations(int value) {
            maxLeaseExpirations = value;
            return this;
        }

        /** How many threads of one topic may be stuck in a handler, at least 1. */
        public Builder maxStuckThreads(int value) {
            maxStuckThreads = value;
            return this;
        }

        /** Checks each rule, and throws {@link IllegalArgumentException} naming the field and its value. */
        public DispatchSettings build() {
            return new DispatchSettings(
                    workers,
                    sweep,
                    lease,
                    maxProcessingTime,
                    maxClaimMessages,
                    maxClaimBytes,
                    retry,
                    maxLeaseExpirations,
                    maxStuckThreads);
        }
    }
}
