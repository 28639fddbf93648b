package org.delay.redisson.engine.policy;

import java.time.Duration;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations.ClaimRequest;

/**
 * How an engine dispatches. Immutable; begin at {@link #DEFAULTS}.
 *
 * @param workers how many threads claim and handle messages, 1 to 1,000
 * @param sweep how long a shard goes without being looked at, at most, 1 ms to 1 hour. Signals are a hint: this bounds
 *     the lateness where one is lost
 * @param lease how long a claimed message is this application's before others may take it, 100 ms to 1 hour. It is
 *     renewed while the message is worked on; when an application dies, its messages come back after this time
 * @param maxProcessingTime how long one call of a handler may take before it is interrupted, 10 ms to 365 days
 * @param batch the most messages of one claim, 1 to 200
 * @param batchBytes the most bytes of bodies of one claim, at least 1; a single message is claimed whatever its size
 * @param retry when failed messages are tried again
 * @param maxLeaseExpirations how often a message's lease may run out (because its receiver died) before the message becomes a
 *     dead letter, at least 3. From its second on a message is handled alone, so that those that were only near the one
 *     that kills receivers get no third one with it
 * @param maxStuckThreads how many threads of one topic may not have come back from a handler that was interrupted before
 *     the topic is paused, at least 1. Each call that is interrupted counts as one of the message's attempts. Where these
 *     threads do not come back before the attempts are used up (the defaults are 2 threads and 10 attempts), the message
 *     does not become a dead letter: it stays in the paused topic, which is warned of, until a thread comes back or the
 *     application starts anew. Other topics go on
 */
public record DispatchSettings(
        int workers,
        Duration sweep,
        Duration lease,
        Duration maxProcessingTime,
        int batch,
        long batchBytes,
        RetryPolicy retry,
        int maxLeaseExpirations,
        int maxStuckThreads) {

    /** What applies where nothing is said. */
    public static final DispatchSettings DEFAULTS = new DispatchSettings(
            4,
            Duration.ofMillis(500),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            ClaimRequest.MAX_LIMIT,
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
        Checks.range("batch", batch, 1, ClaimRequest.MAX_LIMIT);
        Checks.range("batchBytes", batchBytes, 1, Long.MAX_VALUE);
        Checks.range("maxLeaseExpirations", maxLeaseExpirations, 3, Integer.MAX_VALUE);
        Checks.range("maxStuckThreads", maxStuckThreads, 1, Integer.MAX_VALUE);
    }

    /** These settings with another value for how many threads claim and handle messages. */
    public DispatchSettings withWorkers(int value) {
        return new DispatchSettings(
                value, sweep, lease, maxProcessingTime, batch, batchBytes, retry, maxLeaseExpirations, maxStuckThreads);
    }

    /** These settings with another value for how long a shard goes without being looked at. */
    public DispatchSettings withSweep(Duration value) {
        return new DispatchSettings(
                workers,
                value,
                lease,
                maxProcessingTime,
                batch,
                batchBytes,
                retry,
                maxLeaseExpirations,
                maxStuckThreads);
    }

    /** These settings with another value for how long a claimed message is this application's. */
    public DispatchSettings withLease(Duration value) {
        return new DispatchSettings(
                workers,
                sweep,
                value,
                maxProcessingTime,
                batch,
                batchBytes,
                retry,
                maxLeaseExpirations,
                maxStuckThreads);
    }

    /** These settings with another value for how long one call of a handler may take. */
    public DispatchSettings withMaxProcessingTime(Duration value) {
        return new DispatchSettings(
                workers, sweep, lease, value, batch, batchBytes, retry, maxLeaseExpirations, maxStuckThreads);
    }

    /** These settings with another value for the most messages of one claim. */
    public DispatchSettings withBatch(int value) {
        return new DispatchSettings(
                workers,
                sweep,
                lease,
                maxProcessingTime,
                value,
                batchBytes,
                retry,
                maxLeaseExpirations,
                maxStuckThreads);
    }

    /** These settings with another value for the most bytes of bodies of one claim. */
    public DispatchSettings withBatchBytes(long value) {
        return new DispatchSettings(
                workers, sweep, lease, maxProcessingTime, batch, value, retry, maxLeaseExpirations, maxStuckThreads);
    }

    /** These settings with another value for when failed messages are tried again. */
    public DispatchSettings withRetry(RetryPolicy value) {
        return new DispatchSettings(
                workers,
                sweep,
                lease,
                maxProcessingTime,
                batch,
                batchBytes,
                value,
                maxLeaseExpirations,
                maxStuckThreads);
    }

    /** These settings with another value for how often a lease may run out. */
    public DispatchSettings withMaxLeaseExpirations(int value) {
        return new DispatchSettings(
                workers, sweep, lease, maxProcessingTime, batch, batchBytes, retry, value, maxStuckThreads);
    }

    /** These settings with another value for how many threads of a topic may not have come back. */
    public DispatchSettings withMaxStuckThreads(int value) {
        return new DispatchSettings(
                workers, sweep, lease, maxProcessingTime, batch, batchBytes, retry, maxLeaseExpirations, value);
    }
}
