package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;

/**
 * A master that was made a replica: it still answers what it once knew, which is not what the new master knows. So
 * nothing is promised on its word.
 */
@ParameterizedClass
@EnumSource(EachServer.class)
class ReadOnlyTest {

    private static RedisServer server;
    private static RedissonClient client;

    @Parameter
    EachServer choice;

    @BeforeParameterizedClassInvocation
    static void start(EachServer choice) {
        server = choice.start();
        client = Clients.of(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        client.shutdown();
        server.close();
    }

    /** Its master is not there, as after a failover that cut it off. */
    private void demote() {
        RedisCli.once(server, "REPLICAOF", "127.0.0.1", "1");
    }

    @AfterEach
    void promote() {
        RedisCli.once(server, "REPLICAOF", "NO", "ONE");
    }

    @Test
    void nothingIsPromised() {
        Steps steps = Steps.on(client);
        Lease lease = steps.leased("leased");
        steps.sendDue("due", "due too");
        demote();

        // At once, since each is repeated for a while.
        Stream<Runnable> calls = Stream.of(
                () -> steps.send("new"),
                () -> steps.send(message("due").onDuplicate(OnDuplicate.KEEP)),
                () -> steps.send(message("leased").onDuplicate(OnDuplicate.KEEP)),
                () -> steps.send(message("due too").onDuplicate(OnDuplicate.REJECT)),
                () -> steps.queue().cancel(TOPIC, "due"),
                () -> steps.queue().cancel(TOPIC, "only the new master knows it"),
                () -> steps.queue().reschedule(TOPIC, "due", LATER),
                () -> steps.queue().reschedule(TOPIC, "leased", LATER),
                () -> steps.queue().reschedule(TOPIC, "only the new master knows it", LATER),
                steps::claim,
                () -> steps.ack(lease, "leased"),
                () -> steps.retry(lease, "leased"),
                () -> steps.renew(lease, "leased"),
                () -> steps.release(lease, "leased"),
                () -> steps.bury(lease, "leased"),
                () -> steps.queue().redrive(TOPIC, "only the new master knows it"),
                () -> steps.queue().delete(TOPIC, "only the new master knows it"),
                () -> steps.queue().defer(0, TOPIC, LATER),
                () -> steps.queue().pause(TOPIC),
                () -> steps.queue().changeShards(2));
        List<CompletableFuture<Void>> answers = calls.map(call -> CompletableFuture.runAsync(call, Steps.THREADS))
                .toList();

        assertThat(answers)
                .allSatisfy(answer -> assertThatThrownBy(answer::join)
                        .cause()
                        .isInstanceOf(DelayQueueException.Refused.class)
                        .hasMessageContaining("READONLY"));
    }

    @Test
    void itIsRepeatedUntilItIsTheMasterAgain() {
        // If this test pauses meanwhile, the server is a replica for long. If nothing were repeated, one of some
        // thousand tries would
        // succeed, in which something else was refused.
        assertThat(IntStream.range(0, 20).anyMatch(attempt -> isSentWhenItIsTheMasterAgain()))
                .isTrue();
    }

    private boolean isSentWhenItIsTheMasterAgain() {
        Steps steps = Steps.on(client);
        steps.send("a");
        long before = RedisCli.refusals(server);
        demote();
        CompletableFuture<Outcome> send =
                CompletableFuture.supplyAsync(() -> steps.send("b").outcome(), Steps.THREADS);
        Steps.awaiting().until(() -> RedisCli.refusals(server) > before);

        promote();

        boolean sent =
                send.handle((outcome, thrown) -> outcome == Outcome.SCHEDULED).join();
        assertThat(steps.queue().find(TOPIC, "b").isPresent()).isEqualTo(sent);
        return sent;
    }
}
