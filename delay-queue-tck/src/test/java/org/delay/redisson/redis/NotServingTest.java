package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.TOPIC;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A server that is there and does not serve: sends fail loudly, and go on by themselves. */
class NotServingTest {

    @Test
    void aClusterWithoutThisSlotRefuses() {
        try (RedisServer server =
                RedisServer.builder().config("cluster-enabled yes").start()) {
            RedissonClient client = Clients.of(server);
            try {
                Steps steps = Steps.on(client);

                assertThatThrownBy(() -> steps.send("a"))
                        .isInstanceOf(DelayQueueException.Refused.class)
                        .hasMessageContaining("CLUSTERDOWN");

                RedisCli.once(server, allSlots());
                Steps.awaiting()
                        .until(() -> RedisCli.once(server, "CLUSTER", "INFO")
                                .toString()
                                .contains("cluster_state:ok"));
                assertThat(steps.send("a").outcome()).isEqualTo(Outcome.SCHEDULED);
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    void aServerThatCannotBeReachedHasStoredNothing() {
        try (RedisServer server = RedisServer.builder()
                .config("appendonly yes", "appendfsync always")
                .start()) {
            RedissonClient client = Clients.of(server);
            try {
                Steps steps = Steps.on(client);
                steps.send("before");
                server.kill();

                // Until the client notices, it writes to the old connection, and can't know how much arrived.
                Steps.awaiting()
                        .untilAsserted(() -> assertThatThrownBy(() -> steps.send("meanwhile"))
                                .isInstanceOf(DelayQueueException.Refused.class));

                server.restart();
                steps.sendAtLast("after");
                assertThat(steps.queue().find(TOPIC, "before")).isPresent();
                assertThat(steps.queue().find(TOPIC, "meanwhile")).isEmpty();
            } finally {
                client.shutdown();
            }
        }
    }

    private static String[] allSlots() {
        return IntStream.range(-2, 16384)
                .mapToObj(i -> i == -2 ? "CLUSTER" : i == -1 ? "ADDSLOTS" : String.valueOf(i))
                .toArray(String[]::new);
    }

    @Test
    void whileItLoadsASendFailsOrWaits() {
        try (RedisServer server = RedisServer.builder()
                // Each key takes its time; and every two megabytes the server answers that it is loading.
                .config("key-load-delay 100000", "rdbcompression no")
                .start()) {
            RedissonClient client = Clients.of(server);
            try (RedisCli cli = RedisCli.of(server)) {
                Steps steps = Steps.on(client);
                steps.send("before");
                String filler = "x".repeat(2 << 20);
                for (int i = 0; i < 20; i++) {
                    cli.call("SET", "filler-" + i, filler);
                }
                cli.call("SAVE");
                server.kill();
                CompletableFuture<Void> restart = CompletableFuture.runAsync(server::restart);
                Steps.awaiting().until(() -> isLoading(server));

                CompletableFuture<Outcome> send =
                        CompletableFuture.supplyAsync(() -> steps.send("after").outcome());

                assertThat(send.handle((outcome, thrown) -> thrown == null ? outcome : thrown.getCause()))
                        .succeedsWithin(Steps.GENEROUS)
                        .satisfiesAnyOf(
                                outcome -> {
                                    assertThat(outcome).isEqualTo(Outcome.SCHEDULED);
                                    restart.join();
                                    assertThat(steps.queue().find(TOPIC, "after"))
                                            .isPresent();
                                },
                                thrown -> assertThat(thrown).isInstanceOf(DelayQueueException.class));
                restart.join();
                assertThat(steps.queue().find(TOPIC, "before")).isPresent();
                assertThat(steps.send("after").outcome()).isIn(Outcome.SCHEDULED, Outcome.REPLACED);
            } finally {
                client.shutdown();
            }
        }
    }

    private static boolean isLoading(RedisServer server) {
        try {
            RedisCli.once(server, "GET", "a");
            return false;
        } catch (IllegalStateException e) {
            return e.getMessage().startsWith("LOADING");
        } catch (java.io.UncheckedIOException notUpYet) {
            return false;
        }
    }
}
