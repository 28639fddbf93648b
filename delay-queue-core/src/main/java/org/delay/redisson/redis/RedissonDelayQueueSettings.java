package org.delay.redisson.redis;

import java.time.Duration;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.Limits;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/** The settings of a queue, collected by its builder. For one thread. */
abstract class RedissonDelayQueueSettings<B extends RedissonDelayQueueSettings<B>> {

    /** The beginning of all keys unless another one is given. */
    public static final String DEFAULT_KEY_PREFIX = "delay";

    /** The service unless another one is given. */
    public static final String DEFAULT_SERVICE = "other";

    /** The number of shards of a new service unless another one is given. */
    public static final int DEFAULT_SHARDS = 1;

    private final RedissonClient client;
    private String keyPrefix = DEFAULT_KEY_PREFIX;
    private String service = DEFAULT_SERVICE;
    private int shards = DEFAULT_SHARDS;
    private Limits limits = Limits.DEFAULTS;
    private MinReplicas minReplicas = MinReplicas.NONE;
    private Formats formats = Formats.CURRENT;
    private @Nullable BodyConverter converter;
    private @Nullable DelayQueueTopicRegistrar registrar;

    RedissonDelayQueueSettings(RedissonClient client) {
        this.client = client;
    }

    /** This builder. */
    abstract B self();

    /** The application whose instances dispatch these messages, by the rule for topics. The default is {@value #DEFAULT_SERVICE}. */
    public B service(String service) {
        this.service = Checks.name("service", service);
        return self();
    }

    /** The beginning of all keys, by the rule for topics. The default is {@value #DEFAULT_KEY_PREFIX}. */
    public B keyPrefix(String keyPrefix) {
        this.keyPrefix = Checks.name("keyPrefix", keyPrefix);
        return self();
    }

    /** The number of shards of a new service, 1 to 1,024. The default is 1. Redis remembers it, so later values are ignored. */
    public B shards(int shards) {
        this.shards = Checks.shards(shards);
        return self();
    }

    /** The limits of a send. The default is {@link Limits#DEFAULTS}. */
    public B limits(Limits limits) {
        this.limits = limits;
        return self();
    }

    /**
     * How many replicas must have a message before its send returns, and how long the send waits for them. If too few have it
     * in time, the send fails with {@link DelayQueueException.NotReplicated}. The default is none. Other calls do not wait.
     *
     * @param min 0 to 100; in a Cluster, replicas of the master that has the message's shard
     * @param timeout 1 ms to 10 s
     */
    public B minReplicas(int min, Duration timeout) {
        this.minReplicas = new MinReplicas(min, timeout);
        return self();
    }

    /** Converts bodies to text and back. Required. */
    public B bodyConverter(BodyConverter converter) {
        this.converter = converter;
        return self();
    }

    /** Remembers the topics. The default is a set in Redis. */
    public B topicRegistrar(DelayQueueTopicRegistrar registrar) {
        this.registrar = registrar;
        return self();
    }

    /** For tests of upgrades. */
    B formats(Formats formats) {
        this.formats = formats;
        return self();
    }

    RedissonClient client() {
        return client;
    }

    Keys keys() {
        return new Keys(keyPrefix, service);
    }

    int shards() {
        return shards;
    }

    Limits limits() {
        return limits;
    }

    MinReplicas minReplicas() {
        return minReplicas;
    }

    Formats formats() {
        return formats;
    }

    BodyConverter converter() {
        if (converter == null) {
            throw new IllegalArgumentException("bodyConverter must be given, but is null");
        }
        return converter;
    }

    DelayQueueTopicRegistrar registrar() {
        return registrar == null ? new RedisDelayQueueTopicRegistrar(client, service) : registrar;
    }
}
