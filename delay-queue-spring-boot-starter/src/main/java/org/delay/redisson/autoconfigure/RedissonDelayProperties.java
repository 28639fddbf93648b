package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The delay queue's configuration. Defaults are those of the parts that are configured. A value that breaks a rule keeps
 * the application from starting, with an analysis that names the property.
 */
@ConfigurationProperties("delay.redisson")
public class RedissonDelayProperties implements Validator {

    static final String DEFAULT_SERVICE = "other";

    /** Whether to send and dispatch delayed messages. */
    private boolean enable;

    /**
     * Service whose messages this application sends and dispatches. Instances of one application share a service; two
     * applications that share one would take each other's messages. Letters, digits, '.', '_' and '-', at most 249 of
     * them.
     */
    private @Nullable String registerService;

    /**
     * Longest time until Redis is looked at for due messages when no signal came: so late a message may be whose signal
     * was lost. If a duration suffix is not specified, milliseconds are used. 1ms to 1h.
     */
    @DurationUnit(ChronoUnit.MILLIS)
    private Duration consumerSleep = DispatchSettings.DEFAULTS.sweep();

    /**
     * Whether to dispatch messages when the application has started. An application that only sends needs no consumer;
     * one that has a consumer can start dispatching later by its SmartLifecycle bean "delayQueueLifecycle".
     */
    private boolean autoStartup = true;

    /** Whether to check at start that Redis can be reached and is fit to keep messages. */
    private boolean failFast = true;

    /**
     * Prefix of the keys in Redis, but for the set of topics. Letters, digits, '.', '_' and '-', at most 249 of them.
     */
    private String keyPrefix = "delay";

    /**
     * Number of shards of a new service. Redis remembers it; for a service that exists it is not read again. More than
     * one is for Redis Cluster, over whose masters they spread. 1 to 1024.
     */
    private int shards = 1;

    /** Number of batches that are delivered at the same time, each by a thread of its own. 1 to 1000. */
    private int workers = DispatchSettings.DEFAULTS.workers();

    /**
     * Time after which messages held by an application that died are delivered again. Renewed while a consumer is at
     * work, so it need not be as long as that takes. 100ms to 1h.
     */
    private Duration lease = DispatchSettings.DEFAULTS.lease();

    /** Longest time that a consumer may take for a batch. Then it is interrupted, and the batch has failed. 10ms to 365d. */
    private Duration maxProcessingTime = DispatchSettings.DEFAULTS.maxProcessingTime();

    /** Number of times that a message's lease may run out before the message becomes a dead letter. At least 3. */
    private int maxLeaseExpirations = DispatchSettings.DEFAULTS.maxLeaseExpirations();

    /**
     * Number of a topic's threads that may not have come back from a consumer that was interrupted before the topic is
     * paused. At least 1.
     */
    private int maxStuckThreads = DispatchSettings.DEFAULTS.maxStuckThreads();

    /**
     * Time after which dead letters are deleted. Without it they stay until they are redriven or deleted. If a duration
     * suffix is not specified, days are used. 1m to 36525d.
     */
    @DurationUnit(ChronoUnit.DAYS)
    private @Nullable Duration deadLetterRetention;

    private final Batch batch = new Batch();

    private final Retry retry = new Retry();

    private final Limit limits = new Limit();

    private final Replication replication = new Replication();

    private final Metrics metrics = new Metrics();

    private final Observation observation = new Observation();

    private final Health health = new Health();

    private final Endpoint endpoint = new Endpoint();

    public boolean isEnable() {
        return enable;
    }

    public void setEnable(boolean enable) {
        this.enable = enable;
    }

    public String getRegisterService() {
        return registerService == null ? DEFAULT_SERVICE : registerService;
    }

    /** Whether the service is only the default, which other applications have too. */
    boolean hasDefaultService() {
        return registerService == null;
    }

    public void setRegisterService(String registerService) {
        this.registerService = registerService;
    }

    public Duration getConsumerSleep() {
        return consumerSleep;
    }

    public void setConsumerSleep(Duration consumerSleep) {
        this.consumerSleep = consumerSleep;
    }

    public boolean isAutoStartup() {
        return autoStartup;
    }

    public void setAutoStartup(boolean autoStartup) {
        this.autoStartup = autoStartup;
    }

    public boolean isFailFast() {
        return failFast;
    }

    public void setFailFast(boolean failFast) {
        this.failFast = failFast;
    }

    public String getKeyPrefix() {
        return keyPrefix;
    }

    public void setKeyPrefix(String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    public int getShards() {
        return shards;
    }

    public void setShards(int shards) {
        this.shards = shards;
    }

    public int getWorkers() {
        return workers;
    }

    public void setWorkers(int workers) {
        this.workers = workers;
    }

    public Duration getLease() {
        return lease;
    }

    public void setLease(Duration lease) {
        this.lease = lease;
    }

    public Duration getMaxProcessingTime() {
        return maxProcessingTime;
    }

    public void setMaxProcessingTime(Duration maxProcessingTime) {
        this.maxProcessingTime = maxProcessingTime;
    }

    public int getMaxLeaseExpirations() {
        return maxLeaseExpirations;
    }

    public void setMaxLeaseExpirations(int maxLeaseExpirations) {
        this.maxLeaseExpirations = maxLeaseExpirations;
    }

    public int getMaxStuckThreads() {
        return maxStuckThreads;
    }

    public void setMaxStuckThreads(int maxStuckThreads) {
        this.maxStuckThreads = maxStuckThreads;
    }

    public @Nullable Duration getDeadLetterRetention() {
        return deadLetterRetention;
    }

    public void setDeadLetterRetention(@Nullable Duration deadLetterRetention) {
        this.deadLetterRetention = deadLetterRetention;
    }

    public Batch getBatch() {
        return batch;
    }

    public Retry getRetry() {
        return retry;
    }

    public Metrics getMetrics() {
        return metrics;
    }

    public Observation getObservation() {
        return observation;
    }

    public Health getHealth() {
        return health;
    }

    public Endpoint getEndpoint() {
        return endpoint;
    }

    public Limit getLimits() {
        return limits;
    }

    public Replication getReplication() {
        return replication;
    }

    /** Spring Boot asks properties that validate themselves, whether or not a Bean Validation provider is there. */
    @Override
    public boolean supports(Class<?> type) {
        return RedissonDelayProperties.class.isAssignableFrom(type);
    }

    @Override
    public void validate(Object target, Errors errors) {
        PropertyRules.check((RedissonDelayProperties) target, errors);
    }

    /** How many messages are claimed at once. */
    public static class Batch {

        /** Most messages that are claimed at once. A consumer gets as many of them at a time as it asks for. 1 to 200. */
        private int size = DispatchSettings.DEFAULTS.batch();

        /** Most bytes of bodies that are claimed at once. A larger message is claimed alone. At least 1B. */
        private DataSize bytes = DataSize.ofBytes(DispatchSettings.DEFAULTS.batchBytes());

        public int getSize() {
            return size;
        }

        public void setSize(int size) {
            this.size = size;
        }

        public DataSize getBytes() {
            return bytes;
        }

        public void setBytes(DataSize bytes) {
            this.bytes = bytes;
        }
    }

    /** When a message whose delivery failed is tried again. */
    public static class Retry {

        /** Number of deliveries that may fail before the message becomes a dead letter. At least 1. */
        private int maxAttempts = DispatchSettings.DEFAULTS.retry().maxAttempts();

        /** Time to wait after the first failure. 1ms to 365d. */
        private Duration delay = DispatchSettings.DEFAULTS.retry().first();

        /** Factor by which the time to wait grows with every further failure. 1 to 1000. */
        private double multiplier = DispatchSettings.DEFAULTS.retry().multiplier();

        /** Longest time to wait. Not shorter than the first, and at most 365d. */
        private Duration maxDelay = DispatchSettings.DEFAULTS.retry().max();

        /** Fraction of the time to wait by which it varies at random. 0 to 1. */
        private double jitter = DispatchSettings.DEFAULTS.retry().jitter();

        public int getMaxAttempts() {
            return maxAttempts;
        }

        public void setMaxAttempts(int maxAttempts) {
            this.maxAttempts = maxAttempts;
        }

        public Duration getDelay() {
            return delay;
        }

        public void setDelay(Duration delay) {
            this.delay = delay;
        }

        public double getMultiplier() {
            return multiplier;
        }

        public void setMultiplier(double multiplier) {
            this.multiplier = multiplier;
        }

        public Duration getMaxDelay() {
            return maxDelay;
        }

        public void setMaxDelay(Duration maxDelay) {
            this.maxDelay = maxDelay;
        }

        public double getJitter() {
            return jitter;
        }

        public void setJitter(double jitter) {
            this.jitter = jitter;
        }
    }

    /** What replicas must have before a send returns. */
    public static class Replication {

        /**
         * Number of replicas that must have a message before its send returns. A send that waits for them in vain throws
         * DelayQueueException.NotReplicated, though the master has the message. 0 to 100.
         */
        private int minReplicas;

        /** Longest time that a send waits for replicas. 1ms to 2s. */
        private Duration timeout = Duration.ofSeconds(1);

        public int getMinReplicas() {
            return minReplicas;
        }

        public void setMinReplicas(int minReplicas) {
            this.minReplicas = minReplicas;
        }

        public Duration getTimeout() {
            return timeout;
        }

        public void setTimeout(Duration timeout) {
            this.timeout = timeout;
        }
    }

    /** What meters show. */
    public static class Metrics {

        /** Whether to record meters, where there is a MeterRegistry. */
        private boolean enabled = true;

        /** Most topics that meters and traces name. Further ones are counted together as "other". 1 to 10000. */
        private int topics = 100;

        /** Shortest time after which the number of messages of all topics is read from Redis again. 100ms to 1h. */
        private Duration refresh = Duration.ofSeconds(10);

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        public int getTopics() {
            return topics;
        }

        public void setTopics(int topics) {
            this.topics = topics;
        }

        public Duration getRefresh() {
            return refresh;
        }

        public void setRefresh(Duration refresh) {
            this.refresh = refresh;
        }
    }

    /** What traces show. */
    public static class Observation {

        /** Whether to observe sends and deliveries, where there is an ObservationRegistry. */
        private boolean enabled = true;

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }
    }

    /** When the queue is healthy. */
    public static class Health {

        /** Time within which a health check answers, whether Redis does or not. 50ms to 10s. */
        private Duration timeout = Duration.ofSeconds(1);

        /** Longest time that a message may wait after its due time. Paused topics do not count. 1s to 365d. */
        private Duration maxOverdue = Duration.ofMinutes(5);

        public Duration getTimeout() {
            return timeout;
        }

        public void setTimeout(Duration timeout) {
            this.timeout = timeout;
        }

        public Duration getMaxOverdue() {
            return maxOverdue;
        }

        public void setMaxOverdue(Duration maxOverdue) {
            this.maxOverdue = maxOverdue;
        }
    }

    /** What the actuator endpoint shows. */
    public static class Endpoint {

        /** When to show the bodies, keys and headers of messages. */
        private ShowValues showValues = ShowValues.NEVER;

        /** Roles of the users to whom values are shown when authorized. When empty, all authenticated users are. */
        private Set<String> roles = Set.of();

        public ShowValues getShowValues() {
            return showValues;
        }

        public void setShowValues(ShowValues showValues) {
            this.showValues = showValues;
        }

        public Set<String> getRoles() {
            return roles;
        }

        public void setRoles(Set<String> roles) {
            this.roles = roles;
        }
    }

    /** To whom messages' bodies, keys and headers are shown. */
    public enum ShowValues {
        /** Nobody. */
        NEVER,
        /** Users who are signed in and have one of the roles. */
        WHEN_AUTHORIZED,
        /** Everybody who may use the endpoint. */
        ALWAYS
    }

    /** What a send may ask for. */
    public static class Limit {

        /**
         * Most bytes of one body, as UTF-8. Kafka takes 1 MB a record unless it is set up for more. At least 1B, and less
         * than 2GB.
         */
        private DataSize bodySize = DataSize.ofBytes(Limits.DEFAULTS.bodyBytes());

        /** Longest delay of a message. 0 to 36525d. */
        private Duration delay = Limits.DEFAULTS.delay();

        /** Most messages in one call. At least 1. */
        private int bulk = Limits.DEFAULTS.bulk();

        public DataSize getBodySize() {
            return bodySize;
        }

        public void setBodySize(DataSize bodySize) {
            this.bodySize = bodySize;
        }

        public Duration getDelay() {
            return delay;
        }

        public void setDelay(Duration delay) {
            this.delay = delay;
        }

        public int getBulk() {
            return bulk;
        }

        public void setBulk(int bulk) {
            this.bulk = bulk;
        }
    }
}
