package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.delay.redisson.autoconfigure.SubscriptionProbe.Hearing;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** One listener, however slowly it is added. */
@Timeout(600)
class SubscriptionProbeTest {

    private static final String CHANNEL = "signals";
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(2);

    private RedisServer redis;
    private RedissonClient client;
    private SubscriptionProbe probe;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + redis.port())
                // The pauses of these tests are to be slow answers, and not failures.
                .setTimeout(180_000)
                .setSubscriptionTimeout(180_000)
                .setPingConnectionInterval(0);
        client = Redisson.create(config);
        probe = new SubscriptionProbe(client, CHANNEL);
    }

    @AfterEach
    void stop() {
        redis.resume();
        client.shutdown();
        redis.close();
    }

    private RTopic channel() {
        return client.getTopic(CHANNEL, StringCodec.INSTANCE);
    }

    @Test
    void aSlowFirstSubscriptionIsNotDeadAndMadeOnce() throws InterruptedException {
        redis.pause();
        assertThat(probe.hears(SHORT)).isEqualTo(Hearing.UNKNOWN);
        assertThat(probe.hears(SHORT)).isEqualTo(Hearing.UNKNOWN);

        redis.resume();
        assertThat(probe.hears(LONG)).isEqualTo(Hearing.ALIVE);
        assertThat(channel().countListeners()).isOne();

        redis.pause();
        assertThat(probe.hears(SHORT)).isEqualTo(Hearing.DEAD);

        redis.resume();
        probe.close();
        await().atMost(LONG).until(() -> channel().countListeners() == 0);
    }

    @Test
    void aListenerThatIsAddedAfterTheEndIsRemoved() throws InterruptedException {
        redis.pause();
        assertThat(probe.hears(SHORT)).isEqualTo(Hearing.UNKNOWN);
        probe.close();
        redis.resume();

        // One after the other, on one connection.
        int other = channel().addListener(String.class, (name, text) -> {});
        await().atMost(LONG).until(() -> channel().countListeners() == 1);
        channel().removeListener(other);
        await().atMost(LONG).until(() -> channel().countListeners() == 0);
    }
}
