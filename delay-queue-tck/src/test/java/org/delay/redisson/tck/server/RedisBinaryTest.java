package org.delay.redisson.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisBinaryTest {

    private final String before = System.getProperty(RedisServer.BINARY_PROPERTY, "");

    @AfterEach
    void restore() {
        System.setProperty(RedisServer.BINARY_PROPERTY, before);
    }

    @Test
    void thePropertyNamesTheServerOfAllTests() {
        String bundled = RedisBinary.locate(true).toString();
        System.setProperty(RedisServer.BINARY_PROPERTY, bundled);

        assertThat(RedisBinary.locate(false)).hasToString(bundled);
        try (RedisServer server = RedisServer.start();
                RedisServer sentinel = RedisServer.builder().sentinel().start()) {
            assertThat(server.version()).startsWith("6.2").isEqualTo(sentinel.version());
        }
    }

    @Test
    void aPropertyThatNamesNoProgramIsNotIgnored() {
        System.setProperty(RedisServer.BINARY_PROPERTY, "/no/redis-server");

        assertThatThrownBy(RedisServer::start).hasMessageContaining("-Ddelay-queue.redis=/no/redis-server");
    }

    @Test
    void withoutAPathTheBundledOneIsTaken() {
        assertThat(RedisBinary.locate(false, null))
                .isEqualTo(RedisBinary.locate(true))
                .isExecutable();
    }
}
