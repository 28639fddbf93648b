package org.delay.redisson.autoconfigure;

import org.delay.redisson.engine.DispatchEngine;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * The queue's way to Redis: the application's client, or one of the queue's own.
 *
 * <p>A client of our own is no bean of type {@code RedissonClient}: health checks, caches and {@code @ConditionalOnBean}
 * of the application would find it, and it is configured for the queue alone.
 */
final class RedisConnection implements AutoCloseable {

    private final RedissonClient client;
    private final boolean own;

    private final String description;

    private RedisConnection(RedissonClient client, boolean own, String description) {
        this.client = client;
        this.own = own;
        this.description = description;
    }

    /** Uses a client that somebody else closes. */
    static RedisConnection of(RedissonClient client) {
        return new RedisConnection(client, false, "the application's RedissonClient");
    }

    /** Makes a client, which connects with its first command. */
    static RedisConnection own(RedisEndpoint endpoint, SpringDataRedis options) {
        Config config = RedissonConfigs.of(endpoint, options);
        return new RedisConnection(Redisson.create(config), true, "Redis at " + endpoint.topology());
    }

    RedissonClient client() {
        return client;
    }

    boolean isOwn() {
        return own;
    }

    /** Ends the client if it is the queue's own, after the ack of a message whose handler closes the application. */
    @Override
    public void close() {
        if (own) {
            DispatchEngine.afterHandling(client::shutdown);
        }
    }

    /** For people: where this leads. */
    @Override
    public String toString() {
        return description;
    }
}
