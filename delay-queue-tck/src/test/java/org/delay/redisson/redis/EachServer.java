package org.delay.redisson.redis;

import org.delay.redisson.tck.server.RedisServer;

/** The servers on which a test class runs: scripts are refused in other ways by the oldest. */
enum EachServer {
    /** The one that all tests use. */
    DEFAULT,

    /** The oldest that is supported. */
    OLDEST;

    RedisServer start(String... config) {
        RedisServer.Builder builder = RedisServer.builder().config(config);
        return (this == OLDEST ? builder.bundled() : builder).start();
    }
}
