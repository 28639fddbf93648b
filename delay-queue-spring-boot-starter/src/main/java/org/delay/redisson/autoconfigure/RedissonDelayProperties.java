package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The delay queue's configuration. Immutable. If a component is null, the part that it configures, such as
 * {@link DispatchSettings}, keeps its default. If a value breaks a rule, the application does not start, and the failure analysis names
 * the property.
 *
 * @param enable Whether to send and dispatch delayed messages.
 * @param registerService Service whose messages this application sends and dispatches. Instances of one application share
 *     a service. Applications that share a service take each other's messages. Letters, digits, '.', '_' and '-', at most
 *     249 characters.
 * @param consumerSleep Poll interval without wake-ups. Limits how late a message can be if its wake-up is lost. Plain numbers are
 *     milliseconds. 1ms to 1h.
 * @param autoStartup Whether to start dispatching messages when the application has started. If not, the application needs no
 *     consumer and only sends. If it has one, it can start dispatching later with the SmartLifecycle bean "delayQueueLifecycle".
 * @param failFast Whether to check at startup that Redis can be reached and is suitable for storing messages.
 * @param keyPrefix Prefix of all keys in Redis except the set of topics. Letters, digits, '.', '_' and '-', at most 249
 *     characters.
 * @param shards Number of shards of a new service. Redis stores it, so this value has no effect on an existing service. With
 *     Redis Cluster, use more than one to spread messages over its masters. 1 to 1024.
 * @param transaction When a send, cancel or reschedule inside a Spring transaction takes effect: at once, or only after the
 *     commit.
 * @param workers Number of worker threads. Each delivers one batch at a time. Up to 256 calls that are unexpectedly long get standbys.
 *     1 to 1000.
 * @param lease Time after which messages held by an application that died are delivered again. It may be shorter than the
 *     processing time, because leases are renewed while a consumer works. If messages go to Kafka, it must be at least 1s.
 *     100ms to 1h.
 * @param maxProcessingTime Maximum time that a consumer may take for a batch. After that, it is interrupted, and the batch fails.
 *     10ms to 365d.
 * @param maxLeaseExpirations Number of lease expirations after which a message becomes a dead letter. At least 3.
 * @param maxStuckThreads Number of a topic's threads that may stay busy after they were interrupted. At this number, the instance
 *     claims no more messages of the topic. At least 1.
 * @param deadLetterRetention Time after which dead letters are deleted. If not set, they are kept. Plain numbers are days. 1m to
 *     36525d.
 * @param checkBodies Whether a send checks that the JSON of its body can be read back with the same class and values. If
 *     not, the send is refused. Turn it off if no receiver reads the classes that are sent.
 * @param routes Consumer of each topic: the name of a DelayQueueMessageConsumer bean, "kafka", "rabbit", "webhook", or "http"
 *     for clients of the HTTP API. A key is a topic or a prefix with "*", in brackets: [mail-*]. An exact topic takes precedence
 *     over a prefix, and a longer prefix over a shorter one. Topics without a route go to the consumer marked with @ForDelayQueue,
 *     or to the only or primary one.
 */
@ConfigurationProperties("delay.redisson")
public record RedissonDelayProperties(
        @DefaultValue("false") boolean enable,
        @Nullable String registerService,
        @Nullable Duration consumerSleep,
        @DefaultValue("true") boolean autoStartup,
        @DefaultValue("true") boolean failFast,

        @DefaultValue(RedissonDelayQueue.Builder.DEFAULT_KEY_PREFIX)
        String keyPrefix,

        @DefaultValue("" + RedissonDelayQueue.Builder.DEFAULT_SHARDS)
        int shards,

        @DefaultValue("immediate") TransactionMode transaction,
        @Nullable Integer workers,
        @Nullable Duration lease,
        @Nullable Duration maxProcessingTime,
        @Nullable Integer maxLeaseExpirations,
        @Nullable Integer maxStuckThreads,
        @DurationUnit(ChronoUnit.DAYS) @Nullable Duration deadLetterRetention,
        @DefaultValue("true") boolean checkBodies,
        @DefaultValue ClaimLimits claim,
        @NestedConfigurationProperty @DefaultValue RetryProperties retry,
        @DefaultValue Limit limits,
        @DefaultValue Replication replication,
        @DefaultValue Metrics metrics,
        @DefaultValue Observation observation,
        @DefaultValue Health health,
        @DefaultValue Endpoint endpoint,
        @DefaultValue Map<String, String> routes)
        implements Validator {

    /** Redisson closes a connection whose ping waits for 3 s, and a ping waits behind a send that waits for replicas. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** Copies the routes. */
    public RedissonDelayProperties {
        routes = Map.copyOf(routes);
    }

    /** The service, which is {@value RedissonDelayQueue.Builder#DEFAULT_SERVICE} if none is set. */
    public String service() {
        return registerService == null ? RedissonDelayQueue.Builder.DEFAULT_SERVICE : registerService;
    }

    /** Spring Boot validates properties that are a {@link Validator}, with or without a Bean Validation provider. */
    @Override
    public boolean supports(Class<?> type) {
        return type == RedissonDelayProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        ((RedissonDelayProperties) target).check(new PropertyRules(errors));
    }

    private void check(PropertyRules rules) {
        rules.check("registerService", registerService, name -> Checks.name("service", name));
        rules.check("keyPrefix", keyPrefix, name -> Checks.name("keyPrefix", name));
        rules.between("shards", shards, 1, Checks.MAX_SHARDS);
        rules.check("routes", routes, Routes::new);
        rules.between("deadLetterRetention", deadLetterRetention, Duration.ofMinutes(1), Duration.ofDays(36_525));
        rules.setting("consumerSleep", consumerSleep, DispatchSettings.Builder::sweep);
        rules.setting("workers", workers, DispatchSettings.Builder::workers);
        rules.setting("lease", lease, DispatchSettings.Builder::lease);
        rules.setting("maxProcessingTime", maxProcessingTime, DispatchSettings.Builder::maxProcessingTime);
        rules.setting("maxLeaseExpirations", maxLeaseExpirations, DispatchSettings.Builder::maxLeaseExpirations);
        rules.setting("maxStuckThreads", maxStuckThreads, DispatchSettings.Builder::maxStuckThreads);
        rules.setting("claim.maxMessages", claim.maxMessages, DispatchSettings.Builder::maxClaimMessages);
        rules.setting("claim.maxBytes", claim.maxBytes, (settings, size) -> settings.maxClaimBytes(size.toBytes()));
        retry.check(rules);
        limits.check(rules);
        rules.between("replication.minReplicas", replication.minReplicas, 0, 100);
        rules.between("replication.timeout", replication.timeout, Duration.ofMillis(1), LONGEST_WAIT);
        rules.between("metrics.topics", metrics.topics, 1, 10_000);
        rules.between("metrics.destinations", metrics.destinations, 1, 10_000);
        rules.between("metrics.refresh", metrics.refresh, Duration.ofMillis(100), Duration.ofHours(1));
        rules.between("health.timeout", health.timeout, Duration.ofMillis(50), Duration.ofSeconds(10));
        rules.between("health.maxOverdue", health.maxOverdue, Duration.ofSeconds(1), Duration.ofDays(365));
    }

    /**
     * How many messages are claimed at once.
     *
     * @param maxMessages Maximum number of messages that are claimed at once. A consumer may ask for fewer. 1 to 200.
     * @param maxBytes Maximum total size of the bodies that are claimed at once. A larger message is claimed alone. At least
     *     1B.
     */
    public record ClaimLimits(
            @Nullable Integer maxMessages, @Nullable DataSize maxBytes) {}

    /**
     * What a send may ask for.
     *
     * @param bodySize Maximum size of one body in UTF-8. A broker has a limit of its own: Kafka accepts records of up to
     *     1MB unless configured otherwise. At least 1B, and less than 2GB.
     * @param delay Maximum delay of a message. 0 to 36525d.
     * @param bulk Maximum number of messages in one call. At least 1.
     */
    public record Limit(
            @Nullable DataSize bodySize,
            @Nullable Duration delay,
            @Nullable Integer bulk) {

        private void check(PropertyRules rules) {
            Limits defaults = Limits.DEFAULTS;
            rules.between("limits.bodySize", bodySize, DataSize.ofBytes(1), DataSize.ofBytes(Integer.MAX_VALUE));
            rules.check("limits.delay", delay, most -> new Limits(defaults.bodyBytes(), most, defaults.bulk()));
            rules.check("limits.bulk", bulk, most -> new Limits(defaults.bodyBytes(), defaults.delay(), most));
        }
    }

    /**
     * What replicas must have before a send returns.
     *
     * @param minReplicas Number of replicas that must have a message before its send returns. If they do not confirm in time,
     *     the send throws DelayQueueException.NotReplicated, and the master keeps the message. 0 to 100.
     * @param timeout Maximum time that a send waits for replicas. 1ms to 2s.
     */
    public record Replication(
            @DefaultValue("0") int minReplicas,
            @DefaultValue("1s") Duration timeout) {}

    /**
     * What meters show.
     *
     * @param enabled Whether to record meters if there is a MeterRegistry.
     * @param topics Maximum number of topics that meters and traces name. Others are counted as "other". 1 to 10000.
     * @param destinations Maximum number of destinations that meters name. Others are counted as "other". 1 to 10000.
     * @param refresh Minimum time between two readings of all topics, for gauges, health and the endpoint. 100ms to 1h.
     */
    public record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("100") int topics,
            @DefaultValue("100") int destinations,
            @DefaultValue("10s") Duration refresh) {}

    /**
     * What traces show.
     *
     * @param enabled Whether to observe sends and deliveries if there is an ObservationRegistry.
     */
    public record Observation(@DefaultValue("true") boolean enabled) {}

    /**
     * When the queue is healthy.
     *
     * @param timeout Maximum time that a health check takes, even if Redis does not answer. 50ms to 10s.
     * @param maxOverdue Maximum time that a message may wait after its due time. Paused topics do not count. 1s to 365d.
     */
    public record Health(
            @DefaultValue("1s") Duration timeout,
            @DefaultValue("5m") Duration maxOverdue) {}

    /**
     * What the actuator endpoint shows.
     *
     * @param showValues When to show the bodies, keys and header values of messages.
     * @param roles Roles of the users who see values with "when-authorized". If empty, all authenticated users see them.
     */
    public record Endpoint(
            @DefaultValue("never") ShowValues showValues,
            @DefaultValue Set<String> roles) {

        public Endpoint {
            roles = Set.copyOf(roles);
        }
    }
}
