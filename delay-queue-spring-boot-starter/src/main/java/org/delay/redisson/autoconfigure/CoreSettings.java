package org.delay.redisson.autoconfigure;

import java.util.function.BiFunction;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/** Turns properties into the core's settings. A property that is not set keeps the core's default. */
final class CoreSettings {

    private CoreSettings() {}

    static DispatchSettings dispatch(RedissonDelayProperties properties) {
        RedissonDelayProperties.Batch batch = properties.batch();
        Long batchBytes = batch.bytes() == null ? null : batch.bytes().toBytes();
        return new Changes<>(DispatchSettings.DEFAULTS)
                .with(properties.consumerSleep(), DispatchSettings::withSweep)
                .with(properties.workers(), DispatchSettings::withWorkers)
                .with(properties.lease(), DispatchSettings::withLease)
                .with(properties.maxProcessingTime(), DispatchSettings::withMaxProcessingTime)
                .with(properties.maxLeaseExpirations(), DispatchSettings::withMaxLeaseExpirations)
                .with(properties.maxStuckThreads(), DispatchSettings::withMaxStuckThreads)
                .with(batch.size(), DispatchSettings::withBatch)
                .with(batchBytes, DispatchSettings::withBatchBytes)
                .with(retry(properties.retry()), DispatchSettings::withRetry)
                .result();
    }

    static RetryPolicy retry(RedissonDelayProperties.Retry retry) {
        RetryPolicy defaults = RetryPolicy.DEFAULTS;
        return new RetryPolicy(
                or(retry.maxAttempts(), defaults.maxAttempts()),
                or(retry.delay(), defaults.first()),
                or(retry.multiplier(), defaults.multiplier()),
                or(retry.maxDelay(), defaults.max()),
                or(retry.jitter(), defaults.jitter()));
    }

    static Limits limits(RedissonDelayProperties properties) {
        RedissonDelayProperties.Limit limits = properties.limits();
        Limits defaults = Limits.DEFAULTS;
        return new Limits(
                limits.bodySize() == null
                        ? defaults.bodyBytes()
                        : Math.toIntExact(limits.bodySize().toBytes()),
                or(limits.delay(), defaults.delay()),
                or(limits.bulk(), defaults.bulk()));
    }

    static <T> T or(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }

    /** Settings, changed by each value that is set. */
    private record Changes<S>(S result) {

        <T> Changes<S> with(@Nullable T value, BiFunction<S, T, S> change) {
            return value == null ? this : new Changes<>(change.apply(result, value));
        }
    }
}
