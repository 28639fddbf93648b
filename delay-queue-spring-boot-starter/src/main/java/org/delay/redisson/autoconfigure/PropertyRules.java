package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;

/**
 * Finds the properties that break a rule. Most rules are the core's: each value is tried in the core's defaults, and what
 * the core refuses is reported under the property's name. A property that is not set breaks no rule.
 */
final class PropertyRules {

    private static final Limits LIMITS = Limits.DEFAULTS;

    /** The queue has the same limit, but can't be asked before it exists. */
    private static final int MAX_REPLICAS = 100;

    /** Redisson closes a connection whose ping waits for 3 s, and a ping waits behind a send that waits for replicas. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final int MAX_TOPICS = 10_000;

    private static final Duration SHORTEST_RETENTION = Duration.ofMinutes(1);

    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_525);

    private static final Duration LONGEST_BACK_OFF = Duration.ofDays(365);

    private static final Pattern CORES_NAME = Pattern.compile("^[A-Za-z]+ (?=must )");

    private final Errors errors;

    private PropertyRules(Errors errors) {
        this.errors = errors;
    }

    static void check(RedissonDelayProperties properties, Errors errors) {
        PropertyRules rules = new PropertyRules(errors);
        rules.checkQueue(properties);
        rules.checkDispatch(properties);
        rules.checkRetry(properties.retry());
        rules.checkLimits(properties.limits());
        rules.checkReplication(properties.replication());
        rules.checkObservability(properties.metrics(), properties.health());
    }

    private void checkQueue(RedissonDelayProperties properties) {
        check("registerService", properties.registerService(), name -> Checks.name("service", name));
        check("keyPrefix", properties.keyPrefix(), name -> Checks.name("keyPrefix", name));
        check("shards", properties.shards(), shards -> between(shards, 1, Checks.MAX_SHARDS));
        check("routes", properties.routes(), Routes::new);
        check("deadLetterRetention", properties.deadLetterRetention(), PropertyRules::retention);
    }

    private void checkDispatch(RedissonDelayProperties properties) {
        check("consumerSleep", properties.consumerSleep(), with(DispatchSettings.Builder::sweep));
        check("workers", properties.workers(), with(DispatchSettings.Builder::workers));
        check("lease", properties.lease(), with(DispatchSettings.Builder::lease));
        check("maxProcessingTime", properties.maxProcessingTime(), with(DispatchSettings.Builder::maxProcessingTime));
        check(
                "maxLeaseExpirations",
                properties.maxLeaseExpirations(),
                with(DispatchSettings.Builder::maxLeaseExpirations));
        check("maxStuckThreads", properties.maxStuckThreads(), with(DispatchSettings.Builder::maxStuckThreads));
        check("batch.size", properties.batch().size(), with(DispatchSettings.Builder::batch));
        check("batch.bytes", properties.batch().bytes(), with((settings, size) -> settings.batchBytes(size.toBytes())));
    }

    /** Tries a value in the engine's default settings. */
    private static <T> Consumer<T> with(BiFunction<DispatchSettings.Builder, T, DispatchSettings.Builder> setter) {
        return value -> {
            DispatchSettings unused =
                    setter.apply(DispatchSettings.builder(), value).build();
        };
    }

    /** The maximum is tried last, together with the first delay, which it must not be below. */
    private void checkRetry(RedissonDelayProperties.Retry retry) {
        RetryPolicy longest = RetryPolicy.DEFAULTS.withMax(LONGEST_BACK_OFF);
        check("retry.maxAttempts", retry.maxAttempts(), longest::withMaxAttempts);
        check("retry.multiplier", retry.multiplier(), longest::withMultiplier);
        check("retry.jitter", retry.jitter(), longest::withJitter);
        if (check("retry.delay", retry.delay(), longest::withFirst)) {
            RetryPolicy first = longest.withFirst(CoreSettings.or(retry.delay(), longest.first()));
            check("retry.maxDelay", CoreSettings.or(retry.maxDelay(), RetryPolicy.DEFAULTS.max()), first::withMax);
        }
    }

    private void checkLimits(RedissonDelayProperties.Limit limits) {
        check("limits.bodySize", limits.bodySize(), size -> new Limits(bytes(size), LIMITS.delay(), LIMITS.bulk()));
        check("limits.delay", limits.delay(), delay -> new Limits(LIMITS.bodyBytes(), delay, LIMITS.bulk()));
        check("limits.bulk", limits.bulk(), bulk -> new Limits(LIMITS.bodyBytes(), LIMITS.delay(), bulk));
    }

    private void checkReplication(RedissonDelayProperties.Replication replication) {
        check("replication.minReplicas", replication.minReplicas(), least -> between(least, 0, MAX_REPLICAS));
        check(
                "replication.timeout",
                replication.timeout(),
                timeout -> between(timeout, Duration.ofMillis(1), LONGEST_WAIT));
    }

    private void checkObservability(RedissonDelayProperties.Metrics metrics, RedissonDelayProperties.Health health) {
        check("metrics.topics", metrics.topics(), topics -> between(topics, 1, MAX_TOPICS));
        check(
                "metrics.refresh",
                metrics.refresh(),
                refresh -> between(refresh, Duration.ofMillis(100), Duration.ofHours(1)));
        check(
                "health.timeout",
                health.timeout(),
                timeout -> between(timeout, Duration.ofMillis(50), Duration.ofSeconds(10)));
        check(
                "health.maxOverdue",
                health.maxOverdue(),
                overdue -> between(overdue, Duration.ofSeconds(1), Duration.ofDays(365)));
    }

    /**
     * Reports the property if the rule throws.
     *
     * @param value null if the property is not set
     * @return whether the value is allowed
     */
    private <T> boolean check(String property, @Nullable T value, Consumer<T> rule) {
        try {
            if (value != null) {
                rule.accept(value);
            }
            return true;
        } catch (IllegalArgumentException e) {
            errors.rejectValue(property, "invalid", rule(e));
            return false;
        }
    }

    /** The core's message without the core's name of the value: the analysis names the property. */
    private static String rule(IllegalArgumentException e) {
        return CORES_NAME.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    }

    private static <T extends Comparable<T>> void between(T value, T least, T most) {
        require(value.compareTo(least) >= 0 && value.compareTo(most) <= 0, "must be " + least + " to " + most);
    }

    private static void retention(Duration retention) {
        require(
                retention.compareTo(SHORTEST_RETENTION) >= 0 && retention.compareTo(LONGEST_RETENTION) <= 0,
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
