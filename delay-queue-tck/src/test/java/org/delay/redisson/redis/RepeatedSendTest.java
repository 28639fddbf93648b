package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;

import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.redis.QueueModel.Policy;
import org.delay.redisson.tck.server.RedisServer;
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
        return send(steps, id, Policy.REPEAT);
    }

    private static String send(Steps steps, String id, Policy policy) {
        EncodedMessage send = Steps.encoded(Steps.message(id).build());
        return new Requests(client, steps.keys()).send(1, 0, false, policy, send);
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

    @Test
    void leavesALeaseToItsHolderWhereItHasOvertakenTheFirstTry() {
        Steps steps = Steps.on(client);
        var lease = steps.leased("a");

        assertThat(send(steps, "a", Policy.NEW)).isEqualTo("DUPLICATE");
        assertThat(steps.ack(lease, "a")).isEmpty();
        assertThat(steps.queue().find(TOPIC, "a")).isEmpty();
    }

    /** The caller was told the id when the repetitions had no answer either. */
    @Test
    void leavesTheNewPriorityToAMessageThatWasReplaced() {
        Steps steps = Steps.on(client);
        steps.send(Steps.message("a").priority(9));

        assertThat(repeat(steps, "a")).isEqualTo("KEPT");
        assertThat(steps.queue().find(TOPIC, "a").orElseThrow().message().priority())
                .isEqualTo(9);
    }
}
