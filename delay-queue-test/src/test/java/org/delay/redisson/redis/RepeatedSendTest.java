package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;

import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A send that is repeated, since its first try had no answer: that may still be on its way, and bring the message back. */
class RepeatedSendTest {

    private static RedisServer server;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        server.close();
    }

    private static String repeat(Steps steps, String id) {
        Keys keys = steps.keys();
        List<Object> touched = List.of(
                keys.wake(0),
                keys.due(0, TOPIC),
                keys.leased(0, TOPIC),
                keys.held(0, TOPIC),
                keys.body(0, TOPIC),
                keys.meta(0),
                keys.paused(0));
        List<Object> answer = new ScriptRunner(client)
                .run(Script.SCHEDULE, touched, 1, TOPIC, "channel", 0, 0, id, "+60000", 4, "REPEAT", "1\nbody")
                .join();
        return (String) answer.get(1);
    }

    @Test
    void isCancelledWithoutAPromiseWhereItStoredTheMessage() {
        Steps steps = Steps.on(client);
        steps.queue().counts(TOPIC);

        assertThat(repeat(steps, "a")).isEqualTo("SCHEDULED");
        assertThat(steps.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void isCancelledWithoutAPromiseWhereTheFirstTryDid() {
        Steps steps = Steps.on(client);
        steps.send("a");

        assertThat(repeat(steps, "a")).isEqualTo("KEPT");
        assertThat(steps.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void leavesALeaseToItsHolder() {
        Steps steps = Steps.on(client);
        var lease = steps.leased("a");

        assertThat(repeat(steps, "a")).isEqualTo("KEPT_IN_FLIGHT");
        assertThat(steps.queue().ack(lease, List.of("a"))).isEmpty();
    }
}
