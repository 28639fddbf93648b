package org.delay.redisson.benchmark.contender;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Redis clients. All contenders that use Redisson have the same one, as large as the one of many queues needs it. */
final class Clients {

    private static final int NETTY_THREADS = 4;
    private static final int THREADS = 4;
    private static final int CONNECTIONS = 64;

    /** Redisson opens at most 50 connections for subscriptions: with its 5 each it fails at the 251st queue. */
    private static final int SUBSCRIPTIONS_OF_CONNECTION = 50;

    private Clients() {}

    /** With room for so many threads that wait in Redis, each of which takes a connection. */
    static RedissonClient of(String redis, int blocking) {
        Config config =
                new Config().setNettyThreads(NETTY_THREADS).setThreads(THREADS).setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress(redis)
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(CONNECTIONS + blocking)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionsPerConnection(SUBSCRIPTIONS_OF_CONNECTION);
        return Redisson.create(config);
    }
}
