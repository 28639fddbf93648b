package org.delay.redisson.redis;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;

/** The response timeout of a client. */
final class ClientTimeout {

    /** The client's own default, if its mode does not tell. */
    private static final Duration DEFAULT = Duration.ofSeconds(3);

    private ClientTimeout() {}

    static Duration of(RedissonClient client) {
        BaseConfig<?> servers = servers(client.getConfig());
        return servers == null ? DEFAULT : Duration.ofMillis(servers.getTimeout());
    }

    private static @Nullable BaseConfig<?> servers(Config config) {
        if (config.isSingleConfig()) {
            return config.useSingleServer();
        }
        if (config.isClusterConfig()) {
            return config.useClusterServers();
        }
        return config.isSentinelConfig() ? config.useSentinelServers() : null;
    }
}
