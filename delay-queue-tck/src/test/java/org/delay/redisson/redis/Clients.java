package org.delay.redisson.redis;

import java.util.function.Consumer;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;

/** Clients as small as tests need them. */
final class Clients {

    /** As long as the library waits for an answer; longer than a process stands still. */
    static final int PATIENCE = 15_000;

    /** That of a client for which nobody has set one. */
    static final int OWN_TIMEOUT = 3_000;

    private Clients() {}

    /** For tests in which Redis always answers: so long a busy machine holds no thread. */
    static RedissonClient of(RedisServer server) {
        return to(server.uri(), single -> {});
    }

    /** With the client's own time-out, for tests in which Redis hangs. What must succeed is another client's. */
    static RedissonClient withOwnTimeout(RedisServer server) {
        return to(server.uri(), single -> single.setTimeout(OWN_TIMEOUT));
    }

    /** One that waits for answers no longer than needed. What must succeed is another client's. */
    static RedissonClient impatient(String uri) {
        return to(uri, single -> single.setTimeout(300));
    }

    /** Likewise, and says whole scripts each time. A connection that has lost an answer is soon found out. */
    static RedissonClient withoutScriptCache(String uri) {
        return to(
                small().setUseScriptCache(false),
                uri,
                single -> single.setTimeout(600).setPingConnectionInterval(500));
    }

    static RedissonClient to(String uri, Consumer<SingleServerConfig> settings) {
        return to(small(), uri, settings);
    }

    static RedissonClient to(Config config, String uri, Consumer<SingleServerConfig> settings) {
        SingleServerConfig single = config.useSingleServer()
                .setAddress(uri)
                .setTimeout(PATIENCE)
                .setConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1);
        settings.accept(single);
        return Redisson.create(config);
    }

    static Config small() {
        return new Config().setNettyThreads(4).setThreads(2);
    }
}
