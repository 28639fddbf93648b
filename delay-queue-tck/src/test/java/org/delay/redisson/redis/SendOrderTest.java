package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.redisson.api.RedissonClient;

/** Two sends of one id are applied in their order, wherever each has to look for the message first in the same layout. */
class SendOrderTest {

    private static final int SHARDS = 8;

    /** So many that the answers to two calls seldom come on one thread. */
    private static final int CONNECTIONS = 16;

    private static RedisServer server;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.to(
                Clients.small().setNettyThreads(CONNECTIONS),
                server.uri(),
                single -> single.setConnectionMinimumIdleSize(CONNECTIONS));
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        server.close();
    }

    /** Repeated, since it is seen only where answers come on two threads of the client: once in ten times or so. */
    @RepeatedTest(60)
    void whileSomebodyIsBusyWithAReceiptOfTheSameCall() {
        Steps steps = Steps.on(client);
        List<String> ids = idsThatMove();
        String there = ids.get(0);
        String id = ids.get(2);
        steps.send(there);
        steps.queue().changeShards(SHARDS);
        CompletableFuture<Receipt> last = new CompletableFuture<>();

        server.pause();
        CompletableFuture<Receipt> before = sendAsync(steps, message(ids.get(1)));
        // These share the next call. All are sought in the old home first, and only this one is there.
        CompletableFuture<Void> busy = sendAsync(steps, message(there)).thenAccept(receipt -> waitFor(last));
        CompletableFuture<Receipt> older = sendAsync(steps, message(id).body("older"));
        CompletableFuture<Void> newer =
                sendAsync(steps, message(id).body("newer")).thenAccept(last::complete);
        server.resume();
        CompletableFuture.allOf(before, busy, older, newer).join();

        assertThat(steps.queue().find(TOPIC, id))
                .hasValueSatisfying(
                        stored -> assertThat(stored.message().body()).isEqualTo("newer"));
    }

    /** Of ids whose home changes with the number of shards. */
    private static List<String> idsThatMove() {
        ShardMap map = new ShardMap(1, List.of(1, SHARDS));
        return IntStream.range(0, 100)
                .mapToObj(i -> "id-" + i)
                .filter(id -> map.homes(id).size() > 1)
                .limit(3)
                .toList();
    }

    private static CompletableFuture<Receipt> sendAsync(Steps steps, OutgoingMessage.Builder message) {
        return steps.queue().scheduleAsync(List.of(message.build())).thenApply(receipts -> receipts.get(0));
    }

    private static void waitFor(CompletableFuture<Receipt> receipt) {
        try {
            receipt.get(50, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // It is answered on this thread, or after this.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
