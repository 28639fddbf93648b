package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** What a person with redis-cli sees, to the letter: other versions and other languages read it. */
class StoredFormTest {

    private RedisServer server;
    private RedissonClient client;
    private RedisCli cli;
    private Steps steps;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        client = Clients.of(server);
        cli = RedisCli.of(server);
        steps = Steps.on(client, "shop", 1);
    }

    @AfterEach
    void stop() {
        cli.close();
        client.shutdown();
        server.close();
    }

    private Receipt send() {
        return steps.send(OutgoingMessage.to("order-timeout")
                .id("order-4711")
                .body("{\"order\":4711,\"customer\":\"Müller\"}")
                .key("customer-12")
                .header("trace", "a1b2")
                .timeToLive(Duration.ofMinutes(5))
                .priority(7)
                .dueTime(Instant.parse("2031-05-04T10:20:30.400Z")));
    }

    @Test
    void aMessageThatWaits() {
        send();
        // On a machine that paused, the topic is registered later.
        Steps.awaiting()
                .until(() -> cli.call("EXISTS", "topic_registrar_key:shop").equals(1L));

        assertThat(cli.list("KEYS", "*"))
                .containsExactlyInAnyOrder(
                        "topic_registrar_key:shop",
                        "delay:shop:shards",
                        "delay:{shop:0}:meta",
                        "delay:{shop:0}:wake",
                        "delay:{shop:0}:due:order-timeout",
                        "delay:{shop:0}:body:order-timeout");
        assertThat(cli.list("SMEMBERS", "topic_registrar_key:shop")).containsExactly("order-timeout");
        assertThat(cli.list("LRANGE", "delay:shop:shards", "0", "-1")).containsExactly("1:1");
        assertThat(cli.list("HGETALL", "delay:{shop:0}:meta"))
                .containsExactly("epoch", "1", "format", "1", "shards", "1:1");
        assertThat(cli.list("ZRANGE", "delay:{shop:0}:wake", "0", "-1", "WITHSCORES"))
                .containsExactly("order-timeout", "1935656430400");
        // Two steps below priority 9, and the time.
        assertThat(cli.list("ZRANGE", "delay:{shop:0}:due:order-timeout", "0", "-1", "WITHSCORES"))
                .containsExactly("order-4711", "21935656430400");
        assertThat(cli.list("HGETALL", "delay:{shop:0}:body:order-timeout"))
                .containsExactly(
                        "order-4711",
                        "1{\"key\":\"customer-12\",\"headers\":{\"trace\":\"a1b2\"},\"ttl\":300000}\n"
                                + "{\"order\":4711,\"customer\":\"Müller\"}");
    }

    @Test
    void aTopicThatIsPaused() {
        send();
        steps.queue().pause("order-timeout");

        assertThat(cli.list("SMEMBERS", "delay:shop:paused")).containsExactly("order-timeout");
        assertThat(cli.list("SMEMBERS", "delay:{shop:0}:paused")).containsExactly("order-timeout");
        assertThat(cli.list("KEYS", "delay:{shop:0}:wake")).isEmpty();

        steps.queue().resume("order-timeout");

        assertThat(cli.list("KEYS", "*paused")).isEmpty();
        assertThat(cli.list("ZRANGE", "delay:{shop:0}:wake", "0", "-1", "WITHSCORES"))
                .containsExactly("order-timeout", "1935656430400");
    }

    /** Each record of a claim stays for ten minutes. */
    @Test
    void manyThatAreReceivedLeaveOneRecord() throws Exception {
        for (int i = 0; i < 5; i++) {
            steps.send(OutgoingMessage.to("order-timeout").body("plain").delay(Duration.ZERO));
            assertThat(steps.queue().getDelayQueue("order-timeout")).isEqualTo("plain");
        }

        assertThat(cli.list("KEYS", "delay:{shop:0}:claim:*")).hasSize(1);
    }

    @Test
    void aMessageUnderLeaseAndADeadLetter() {
        steps.send(OutgoingMessage.to("order-timeout")
                .id("order-4711")
                .body("plain")
                .delay(Duration.ZERO));
        Steps.awaiting().until(() -> !steps.queue().poll(0).due().isEmpty());
        ClaimResult claim = steps.queue()
                .claim(new ClaimRequest(
                        0, "order-timeout", new ClaimId("app-1", 3), Duration.ofMinutes(1), new ClaimLimit(10, 1000)));
        long due = claim.messages().get(0).message().dueTime().toEpochMilli();
        String end = cli.text("ZSCORE", "delay:{shop:0}:leased:order-timeout", "order-4711");

        assertThat(cli.text("GET", "delay:{shop:0}:claim:app-1")).isEqualTo("3 app-1:3 " + end);
        assertThat((Long) cli.call("PTTL", "delay:{shop:0}:claim:app-1")).isBetween(500_000L, 600_000L);
        assertThat(cli.list("HGETALL", "delay:{shop:0}:held:order-timeout"))
                .containsExactly("order-4711", "app-1:3 4 " + due + " 0 0 0");
        assertThat(cli.list("HVALS", "delay:{shop:0}:body:order-timeout")).containsExactly("1\nplain");

        steps.queue().bury(claim.lease(), List.of(new GivenUp("order-4711", "no \"use\"\nat all", false, false)));

        assertThat(cli.list("HVALS", "delay:{shop:0}:dead-body:order-timeout"))
                .containsExactly("- 4 " + due + " 0 0 0 \"no \\\"use\\\"\\nat all\"\n1\nplain");
        assertThat(cli.list("ZRANGE", "delay:{shop:0}:dead:order-timeout", "0", "-1"))
                .isEqualTo(List.of("order-4711"));
    }

    @Test
    void anInstanceThatDispatches() {
        long before = steps.queue().poll(0).now() / 1000;
        steps.queue().heartbeat("a1b2", "Order service", Duration.ofSeconds(4));
        long after = steps.queue().poll(0).now() / 1000;

        assertThat(cli.list("HKEYS", "delay:{shop:instances}:details")).containsExactly("a1b2");
        String details = cli.text("HGET", "delay:{shop:instances}:details", "a1b2");
        String since = details.substring(0, details.indexOf(' '));
        assertThat(details).isEqualTo(since + " 4000 1 Order service");
        assertThat(Long.parseLong(since)).isBetween(before, after);
        assertThat(cli.list("ZRANGE", "delay:{shop:instances}:alive", "0", "-1", "WITHSCORES"))
                .containsExactly("a1b2", Long.toString(Long.parseLong(since) + 4000));
        assertThat(Long.parseLong(cli.text("ZSCORE", "delay:{shop:instances}:changes", "a1b2")) / 1000)
                .isEqualTo(Long.parseLong(since));

        steps.queue().leave("a1b2");

        assertThat(cli.list("KEYS", "delay:{shop:instances}:*")).containsExactly("delay:{shop:instances}:changes");
    }
}
