package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import org.delay.redisson.DurationText;
import org.delay.redisson.autoconfigure.RedisEndpoint.Cluster;
import org.delay.redisson.autoconfigure.RedisEndpoint.Credentials;
import org.delay.redisson.autoconfigure.RedisEndpoint.MasterReplica;
import org.delay.redisson.autoconfigure.RedisEndpoint.Sentinel;
import org.delay.redisson.autoconfigure.RedisEndpoint.Standalone;
import org.delay.redisson.autoconfigure.RedisEndpoint.Topology;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;
import org.springframework.boot.ssl.SslBundle;

/** Configures the client that is the queue's own. */
final class RedissonConfigs {

    /** One channel a service is all that is listened to, and the listener never blocks. */
    private static final int THREADS = 2;

    /** Commands are small and few at once; Redisson's 32 are meant for a client that a whole application shares. */
    private static final int NETTY_THREADS = 4;

    /** Redisson opens 24 at start; more are opened as they are needed. */
    private static final int IDLE_CONNECTIONS = 2;

    /**
     * Redisson gives a connection up when a ping has no answer by the time of the next; nothing else tells that it leads
     * nowhere. By itself it pings every 30 s, and after a firewall had forgotten all connections nothing was dispatched for
     * 61 s.
     */
    private static final Duration PING_INTERVAL = Duration.ofSeconds(5);

    /** A ping must not be given up while the command before it may still have its answer. */
    private static final Duration LONGER_THAN_TIMEOUT = Duration.ofSeconds(1);

    /** Spring Boot's own client knows no time-out with 0, with which each of Redisson's calls would fail. */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

    /** It counts milliseconds in an int. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(24);

    private RedissonConfigs() {}

    static Config of(RedisEndpoint endpoint, SpringDataRedis options) {
        Config config = new Config()
                .setLazyInitialization(true)
                .setThreads(THREADS)
                .setNettyThreads(NETTY_THREADS)
                .setCodec(StringCodec.INSTANCE)
                .setNettyHook(new QuietTlsFailures())
                .setUsername(endpoint.credentials().username())
                .setPassword(endpoint.credentials().password());
        if (endpoint.bundle() != null) {
            secure(config, endpoint.bundle());
        }
        BaseConfig<?> servers = servers(config, endpoint.topology(), endpoint.ssl() ? "rediss://" : "redis://");
        servers.setClientName(options.clientName());
        milliseconds("timeout", options.timeout(), servers::setTimeout);
        milliseconds("timeout", pingInterval(options), servers::setPingConnectionInterval);
        milliseconds("connect-timeout", options.connectTimeout(), servers::setConnectTimeout);
        return config;
    }

    private static Duration pingInterval(SpringDataRedis options) {
        Duration timeout = options.timeout();
        Duration least = timeout == null ? PING_INTERVAL : timeout.plus(LONGER_THAN_TIMEOUT);
        return least.compareTo(PING_INTERVAL) > 0 ? least : PING_INTERVAL;
    }

    private static BaseConfig<?> servers(Config config, Topology topology, String scheme) {
        if (topology instanceof Sentinel sentinel) {
            Credentials credentials = sentinel.credentials();
            return onMaster(config.useSentinelServers()
                    .setMasterName(sentinel.master())
                    .addSentinelAddress(addresses(scheme, sentinel.nodes()))
                    // One Sentinel is enough for Spring Boot's own client.
                    .setCheckSentinelsList(false)
                    .setSentinelUsername(credentials.username())
                    .setSentinelPassword(credentials.password())
                    .setDatabase(sentinel.database()));
        }
        if (topology instanceof Cluster cluster) {
            return onMaster(config.useClusterServers().addNodeAddress(addresses(scheme, cluster.nodes())));
        }
        if (topology instanceof MasterReplica masterReplica) {
            return onMaster(config.useReplicatedServers().addNodeAddress(addresses(scheme, masterReplica.nodes())));
        }
        Standalone standalone = (Standalone) topology;
        return config.useSingleServer()
                .setAddress(scheme + standalone.node())
                .setDatabase(standalone.database())
                .setConnectionMinimumIdleSize(IDLE_CONNECTIONS);
    }

    /** The queue never reads from a replica, so it needs no connections to any. */
    private static BaseConfig<?> onMaster(BaseMasterSlaveServersConfig<?> servers) {
        servers.setReadMode(ReadMode.MASTER);
        servers.setSubscriptionMode(SubscriptionMode.MASTER);
        servers.setMasterConnectionMinimumIdleSize(IDLE_CONNECTIONS);
        return servers;
    }

    private static void secure(Config config, SslBundle bundle) {
        config.setSslTrustManagerFactory(bundle.getManagers().getTrustManagerFactory());
        config.setSslKeyManagerFactory(bundle.getManagers().getKeyManagerFactory());
        config.setSslCiphers(bundle.getOptions().getCiphers());
        config.setSslProtocols(bundle.getOptions().getEnabledProtocols());
    }

    private static String[] addresses(String scheme, List<String> nodes) {
        return nodes.stream().map(node -> scheme + node).toArray(String[]::new);
    }

    private static void milliseconds(String property, @Nullable Duration duration, IntConsumer setter) {
        if (duration == null) {
            return;
        }
        if (duration.compareTo(SHORTEST_TIMEOUT) < 0) {
            throw refused(property, duration, "the queue's client needs at least " + DurationText.of(SHORTEST_TIMEOUT));
        }
        if (duration.compareTo(LONGEST_TIMEOUT) > 0) {
            throw refused(property, duration, "Redisson accepts at most " + DurationText.of(LONGEST_TIMEOUT));
        }
        setter.accept(Math.toIntExact(duration.toMillis()));
    }

    private static CannotStartException refused(String property, Duration duration, String limit) {
        return new CannotStartException(
                "The value of 'spring.data.redis." + property + "' is " + DurationText.of(duration) + ", but " + limit
                        + ".",
                "Set 'spring.data.redis." + property + "' to a few seconds.");
    }
}
