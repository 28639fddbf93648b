package org.delay.redisson.redis;

import org.delay.redisson.test.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Clients as small as tests need them. */
final class Clients {

    private Clients() {}

    static RedissonClient of(RedisServer server) {
        Config config = small();
        config.useSingleServer()
                .setAddress(server.uri())
                .setConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    static Config small() {
        return new Config().setNettyThreads(4).setThreads(2);
    }
}
