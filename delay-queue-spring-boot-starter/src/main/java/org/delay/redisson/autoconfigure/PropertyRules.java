package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.regex.Pattern;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;

/**
 * Finds the properties that break a rule. The rules are the core's: each value is tried in the core's defaults, so that
 * whatever is refused there is reported here under the property's name.
 */
final class PropertyRules {

    private static final DispatchSettings DISPATCH = DispatchSettings.DEFAULTS;

    private static final Limits LIMITS = Limits.DEFAULTS;

    /** The queue's and the housekeeping's, which can't be asked without them. */
    private static final int MAX_SHARDS = 1024;

    private static final int MAX_REPLICAS = 100;

    /** A ping that waits behind a send for longer than Redisson waits for answers, 3 s by itself, ends the connection. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final int MAX_TOPICS = 10_000;

    private static final Duration SHORTEST_RETENTION = Duration.ofMinutes(1);

    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_525);

    private static final Pattern CORES_NAME = Pattern.compile("^[A-Za-z]+ (?=must )");

    private final Errors errors;

    private PropertyRules(Errors errors) {
        this.errors = errors;
    }

    static void check(RedissonDelayProperties properties, Errors errors) {
        PropertyRules rules = new PropertyRules(errors);
        rules.checkQueue(properties);
        rules.checkDispatch(properties);
        rules.checkRetry(properties.getRetry());
        rules.checkLimits(properties.getLimits());
        rules.checkReplication(properties.getReplication());
        rules.checkWatching(properties.getMetrics(), properties.getHealth());
    }

    private void checkQueue(RedissonDelayProperties properties) {
        check("registerService", () -> Checks.name("service", properties.getRegisterService()));
        check("keyPrefix", () -> Checks.name("keyPrefix", properties.getKeyPrefix()));
        check("shards", () -> shards(properties.getShards()));
        check("deadLetterRetention", () -> retention(properties.getDeadLetterRetention()));
    }

    private void checkDispatch(RedissonDelayProperties properties) {
        check("consumerSleep", () -> DISPATCH.withSweep(properties.getConsumerSleep()));
        check("workers", () -> DISPATCH.withWorkers(properties.getWorkers()));
        check("lease", () -> DISPATCH.withLease(properties.getLease()));
        check("maxProcessingTime", () -> DISPATCH.withMaxProcessingTime(properties.getMaxProcessingTime()));
        check("maxLeaseExpirations", () -> DISPATCH.withMaxLeaseExpirations(properties.getMaxLeaseExpirations()));
        check("maxStuckThreads", () -> DISPATCH.withMaxStuckThreads(properties.getMaxStuckThreads()));
        check("batch.size", () -> DISPATCH.withBatch(properties.getBatch().getSize()));
        check(
                "batch.bytes",
                () -> DISPATCH.withBatchBytes(properties.getBatch().getBytes().toBytes()));
    }

    /** The longest delay is tried last, and with the shortest, which it must not be below. */
    private void checkRetry(RedissonDelayProperties.Retry retry) {
        RetryPolicy longest = DISPATCH.retry().withMax(Duration.ofDays(365));
        check("retry.maxAttempts", () -> longest.withMaxAttempts(retry.getMaxAttempts()));
        check("retry.multiplier", () -> longest.withMultiplier(retry.getMultiplier()));
        check("retry.jitter", () -> longest.withJitter(retry.getJitter()));
        if (check("retry.delay", () -> longest.withFirst(retry.getDelay()))) {
            check("retry.maxDelay", () -> longest.withFirst(retry.getDelay()).withMax(retry.getMaxDelay()));
        }
    }

    private void checkLimits(RedissonDelayProperties.Limit limits) {
        check("limits.bodySize", () -> new Limits(bytes(limits.getBodySize()), LIMITS.delay(), LIMITS.bulk()));
        check("limits.delay", () -> new Limits(LIMITS.bodyBytes(), limits.getDelay(), LIMITS.bulk()));
        check("limits.bulk", () -> new Limits(LIMITS.bodyBytes(), LIMITS.delay(), limits.getBulk()));
    }

    private void checkReplication(RedissonDelayProperties.Replication replication) {
        check(
                "replication.minReplicas",
                () -> require(
                        replication.getMinReplicas() >= 0 && replication.getMinReplicas() <= MAX_REPLICAS,
                        "must be 0 to " + MAX_REPLICAS));
        check("replication.timeout", () -> between(replication.getTimeout(), Duration.ofMillis(1), LONGEST_WAIT));
    }

    private void checkWatching(RedissonDelayProperties.Metrics metrics, RedissonDelayProperties.Health health) {
        check(
                "metrics.topics",
                () -> require(
                        metrics.getTopics() >= 1 && metrics.getTopics() <= MAX_TOPICS, "must be 1 to " + MAX_TOPICS));
        check("metrics.refresh", () -> between(metrics.getRefresh(), Duration.ofMillis(100), Duration.ofHours(1)));
        check("health.timeout", () -> between(health.getTimeout(), Duration.ofMillis(50), Duration.ofSeconds(10)));
        check("health.maxOverdue", () -> between(health.getMaxOverdue(), Duration.ofSeconds(1), Duration.ofDays(365)));
    }

    private static void between(Duration value, Duration least, Duration most) {
        require(value.compareTo(least) >= 0 && value.compareTo(most) <= 0, "must be " + least + " to " + most);
    }

    private boolean check(String property, Runnable rule) {
        try {
            rule.run();
            return true;
        } catch (IllegalArgumentException e) {
            errors.rejectValue(property, "invalid", rule(e));
            return false;
        }
    }

    /** Without the core's name of the value, as the property's is told. */
    private static String rule(IllegalArgumentException e) {
        return CORES_NAME.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    }

    private static void shards(int shards) {
        require(shards >= 1 && shards <= MAX_SHARDS, "must be 1 to " + MAX_SHARDS);
    }

    private static void retention(@Nullable Duration retention) {
        require(
                retention == null
                        || (retention.compareTo(SHORTEST_RETENTION) >= 0
                                && retention.compareTo(LONGEST_RETENTION) <= 0),
                "must be 1 minute to " + LONGEST_RETENTION.toDays() + " days");
    }

    private static int bytes(DataSize size) {
        require(size.toBytes() <= Integer.MAX_VALUE, "must be less than 2 GB");
        return (int) size.toBytes();
    }

    private static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule);
        }
    }
}
