package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.LATER;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DispatchOperations.Instance;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Heartbeats beside what other hands, versions and clocks left under their key. */
class InstancesTest {

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;

    private Steps steps;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
        cli = RedisCli.of(server);
    }

    @AfterAll
    static void stop() {
        cli.close();
        client.shutdown();
        server.close();
    }

    @BeforeEach
    void open() {
        cli.call("FLUSHALL");
        steps = Steps.on(client);
    }

    private void written(String id, String beat) {
        cli.call("HSET", steps.key("instances"), id, beat);
    }

    private long now() {
        return steps.queue().poll(0).now() / 1000;
    }

    private List<String> beat() {
        return steps.queue().heartbeat("me", "shop", LATER).stream()
                .map(Instance::id)
                .toList();
    }

    @Test
    void whatIsNoHeartbeatIsRemoved() {
        written("junk", "junk");
        written("empty", "");
        written("", now() + " 60000 1 1 shop");

        assertThat(beat()).contains("me").doesNotContain("junk", "empty");
        assertThat(cli.list("HKEYS", steps.key("instances"))).containsExactly("me");
    }

    /** After a replica with another clock was promoted, for example: a dead instance must not live on for the difference. */
    @Test
    void aHeartbeatFromTheFutureIsRemoved() {
        written("ahead", now() + 3_600_000 + " 4000 1 1 shop");

        assertThat(steps.queue().instances()).isEmpty();
        assertThat(beat()).containsExactly("me");
        assertThat(cli.list("HKEYS", steps.key("instances"))).containsExactly("me");
    }

    @Test
    void aLaterVersionIsListedWithItsFormat() {
        written("newer", now() + " 3600000 1 7 shop");

        assertThat(steps.queue().heartbeat("me", "shop", LATER))
                .extracting(Instance::id, Instance::format)
                .contains(org.assertj.core.api.Assertions.tuple("newer", 7));
    }

    @Test
    void thousandsOfDeadOnesAreRemovedBitByBit() {
        String dead = now() - 10_000 + " 4000 1 1 shop";
        for (int i = 0; i < 2_500; i++) {
            written("dead-" + i, dead);
        }

        assertThat(beat()).containsExactly("me");
        beat();
        beat();

        assertThat(cli.list("HKEYS", steps.key("instances"))).containsExactly("me");
    }

    @Test
    void outOfMemoryItGoesOn() {
        beat();
        cli.call("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThat(beat()).containsExactly("me");
        } finally {
            cli.call("CONFIG", "SET", "maxmemory", "0");
        }
    }

    /** By Redis's clock: a beat's age does not depend on who asks. */
    @Test
    void aLifeEndsOnTheServer() {
        steps.queue().heartbeat("brief", "shop", Duration.ofMillis(1));

        Steps.awaiting()
                .untilAsserted(() -> assertThat(steps.queue().instances()).isEmpty());
    }
}
