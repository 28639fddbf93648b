package org.delay.redisson.autoconfigure;

import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;

/** Properties as what the core takes. */
final class CoreSettings {

    private CoreSettings() {}

    static DispatchSettings dispatch(RedissonDelayProperties properties) {
        return DispatchSettings.DEFAULTS
                .withSweep(properties.getConsumerSleep())
                .withWorkers(properties.getWorkers())
                .withLease(properties.getLease())
                .withMaxProcessingTime(properties.getMaxProcessingTime())
                .withMaxLeaseExpirations(properties.getMaxLeaseExpirations())
                .withMaxStuckThreads(properties.getMaxStuckThreads())
                .withBatch(properties.getBatch().getSize())
                .withBatchBytes(properties.getBatch().getBytes().toBytes())
                .withRetry(retry(properties.getRetry()));
    }

    static RetryPolicy retry(RedissonDelayProperties.Retry retry) {
        return new RetryPolicy(
                retry.getMaxAttempts(),
                retry.getDelay(),
                retry.getMultiplier(),
                retry.getMaxDelay(),
                retry.getJitter());
    }

    static Limits limits(RedissonDelayProperties properties) {
        RedissonDelayProperties.Limit limits = properties.getLimits();
        return new Limits(Math.toIntExact(limits.getBodySize().toBytes()), limits.getDelay(), limits.getBulk());
    }
}
