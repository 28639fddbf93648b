package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.delay.redisson.DurationText;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.operations.EffectiveSettings;
import org.jspecify.annotations.Nullable;

/** The properties of the queue with the core's defaults. Those of Redis are not among them, as they have passwords. */
final class PropertySettings implements EffectiveSettings {

    private final List<Setting> all = new ArrayList<>();

    PropertySettings(RedissonDelayProperties properties) {
        DispatchSettings dispatch = CoreSettings.dispatch(properties);
        add("register-service", properties.service());
        add("key-prefix", properties.keyPrefix());
        add("shards", properties.shards());
        add("auto-startup", properties.autoStartup());
        add("transaction", properties.transaction());
        add("workers", dispatch.workers());
        add("consumer-sleep", dispatch.sweep());
        add("lease", dispatch.lease());
        add("max-processing-time", dispatch.maxProcessingTime());
        add("max-lease-expirations", dispatch.maxLeaseExpirations());
        add("max-stuck-threads", dispatch.maxStuckThreads());
        add("claim.max-messages", dispatch.maxClaimMessages());
        add("claim.max-bytes", dispatch.maxClaimBytes());
        addRetry(dispatch.retry());
        addLimits(CoreSettings.limits(properties));
        add("dead-letter-retention", properties.deadLetterRetention());
        add("replication.min-replicas", properties.replication().minReplicas());
        add("metrics.refresh", properties.metrics().refresh());
        add("health.max-overdue", properties.health().maxOverdue());
        new TreeMap<>(properties.routes()).forEach((topic, consumer) -> add("routes[" + topic + "]", consumer));
    }

    private void addRetry(RetryPolicy retry) {
        add("retry.max-attempts", retry.maxAttempts());
        add("retry.delay", retry.first());
        add("retry.multiplier", retry.multiplier());
        add("retry.max-delay", retry.max());
        add("retry.jitter", retry.jitter());
    }

    private void addLimits(Limits limits) {
        add("limits.body-size", limits.bodyBytes());
        add("limits.delay", limits.delay());
        add("limits.bulk", limits.bulk());
    }

    private void add(String property, @Nullable Object value) {
        String text = value instanceof Duration duration ? DurationText.of(duration) : String.valueOf(value);
        all.add(new Setting("delay.redisson." + property, value == null ? "" : text));
    }

    @Override
    public List<Setting> all() {
        return List.copyOf(all);
    }
}
