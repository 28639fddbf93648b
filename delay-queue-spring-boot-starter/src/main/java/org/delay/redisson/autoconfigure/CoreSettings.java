package org.delay.redisson.autoconfigure;

import java.util.function.Consumer;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Turns properties into the core's settings. A property that is not set keeps the core's default.
 *
 * <p>Public for this library's own packages only; it may change.
 */
public final class CoreSettings {

    private CoreSettings() {}

    /** How messages are dispatched. */
    public static DispatchSettings dispatch(RedissonDelayProperties properties) {
        RedissonDelayProperties.ClaimLimits claim = properties.claim();
        Long maxClaimBytes = claim.maxBytes() == null ? null : claim.maxBytes().toBytes();
        DispatchSettings.Builder settings = DispatchSettings.builder();
        ifSet(properties.consumerSleep(), settings::sweep);
        ifSet(properties.workers(), settings::workers);
        ifSet(properties.lease(), settings::lease);
        ifSet(properties.maxProcessingTime(), settings::maxProcessingTime);
        ifSet(properties.maxLeaseExpirations(), settings::maxLeaseExpirations);
        ifSet(properties.maxStuckThreads(), settings::maxStuckThreads);
        ifSet(claim.maxMessages(), settings::maxClaimMessages);
        ifSet(maxClaimBytes, settings::maxClaimBytes);
        return settings.retry(retry(properties.retry())).build();
    }

    private static <T> void ifSet(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    static RetryPolicy retry(RetryProperties retry) {
        RetryPolicy defaults = RetryPolicy.DEFAULTS;
        return new RetryPolicy(
                or(retry.maxAttempts(), defaults.maxAttempts()),
                or(retry.delay(), defaults.first()),
                or(retry.multiplier(), defaults.multiplier()),
                or(retry.maxDelay(), defaults.max()),
                or(retry.jitter(), defaults.jitter()));
    }

    /** How large sends may be. */
    public static Limits limits(RedissonDelayProperties properties) {
        RedissonDelayProperties.Limit limits = properties.limits();
        Limits defaults = Limits.DEFAULTS;
        return new Limits(
                limits.bodySize() == null
                        ? defaults.bodyBytes()
                        : Math.toIntExact(limits.bodySize().toBytes()),
                or(limits.delay(), defaults.delay()),
                or(limits.bulk(), defaults.bulk()));
    }

    private static <T> T or(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
