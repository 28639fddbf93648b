package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.awaiting;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Sends that nobody waits for: they wait for each other, for Redis, and for what an application does at their end. */
class AsynchronousSendsTest {

    /** A send ends after 30 s; a busy machine needs a while for tens of thousands. */
    private static final Duration ENDED = Duration.ofMinutes(5);

    private final CountDownLatch blocked = new CountDownLatch(1);
    private RedisServer server;
    private RedissonClient client;

    /** Of a test in which Redis hangs. */
    private @Nullable RedissonClient hanging;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        client = Clients.of(server);
    }

    @AfterEach
    void stop() {
        blocked.countDown();
        client.shutdown();
        if (hanging != null) {
            hanging.shutdown();
        }
        server.close();
    }

    @Test
    void eachOfManyEndsInItsTimeWhileRedisHangs() {
        hanging = Clients.withOwnTimeout(server);
        Steps steps = Steps.on(hanging);
        steps.sendAtLast("a");
        server.pause();

        List<CompletableFuture<Receipt>> sends = IntStream.range(0, 50_000)
                .mapToObj(i -> generated(steps.queue(), "b"))
                .toList();
        CompletableFuture<?> all = CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new));

        assertThat(all).failsWithin(ENDED);
        assertThat(sends)
                .allSatisfy(send -> assertThat(failureOf(send)).isInstanceOfAny(Refused.class, OutcomeUnknown.class));
        long refused = sends.stream()
                .filter(send -> failureOf(send) instanceof Refused)
                .count();
        server.resume();
        Steps later = Steps.on(client, steps.service(), 1);
        assertThat(later.send("a").outcome()).isEqualTo(Receipt.Outcome.REPLACED);
        // What was refused is not stored after all.
        assertThat(later.queue().counts(TOPIC).due()).isLessThanOrEqualTo(1 + sends.size() - refused);
    }

    @Test
    void whatIsMoreThanMayWaitIsRefusedAtOnce() {
        hanging = Clients.withOwnTimeout(server);
        Steps steps = Steps.on(hanging);
        steps.sendAtLast("a");
        server.pause();
        String large = "x".repeat(200_000);

        // 64 Mi characters.
        List<CompletableFuture<Receipt>> sends = IntStream.range(0, 336)
                .mapToObj(i -> generated(steps.queue(), large))
                .toList();
        CompletableFuture<Receipt> more = generated(steps.queue(), "b");

        assertThat(more).isDone();
        assertThat(failureOf(more))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("Too many sends are already waiting");
        assertThat(sends).anySatisfy(send -> assertThat(send).isNotDone());
        server.resume();
        assertThat(CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new))
                        .handle((done, thrown) -> "ended"))
                .succeedsWithin(ENDED);
        Steps.awaiting()
                .until(() -> generated(steps.queue(), "b")
                        .handle((receipt, thrown) -> thrown == null)
                        .join());
    }

    /** It holds its message in any case, and sends no other one meanwhile. */
    @Test
    void aCallerThatWaitsIsNotRefusedForTheSakeOfOthers() throws Exception {
        hanging = Clients.withOwnTimeout(server);
        Steps steps = Steps.on(hanging);
        steps.sendAtLast("a");
        server.pause();
        String large = "x".repeat(200_000);
        List<CompletableFuture<Receipt>> sends = IntStream.range(0, 336)
                .mapToObj(i -> generated(steps.queue(), large))
                .toList();
        assertThat(generated(steps.queue(), "b")).isCompletedExceptionally();

        FutureTask<Receipt> waited = new FutureTask<>(() -> steps.send("waited"));
        Thread caller = new Thread(waited, "caller");
        caller.start();
        awaiting().until(() -> waited.isDone() || caller.getState() == Thread.State.WAITING);
        server.resume();

        assertThat(waited.get().outcome()).isEqualTo(Receipt.Outcome.SCHEDULED);
        assertThat(CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new))
                        .handle((done, thrown) -> "ended"))
                .succeedsWithin(ENDED);
    }

    /** Neither the sends' calls, nor what repeats them, nor what else hangs on sends waits for such a one. */
    @Test
    void whatAnApplicationBlocksAtTheirEndHoldsUpNothing() {
        Steps steps = Steps.on(client);
        AtomicInteger blocking = new AtomicInteger();
        // What hangs on a send that has ended runs on this thread.
        server.pause();
        for (int i = 0; i < 20; i++) {
            var unused = generated(steps.queue(), "b").whenComplete((receipt, thrown) -> block(blocking));
        }
        server.resume();
        awaiting().until(blocking::get, number -> number == 20);

        assertThat(generated(steps.queue(), "b").thenApply(Receipt::outcome)).succeedsWithin(Steps.GENEROUS);
        long before = RedisCli.refusals(server);
        RedisCli.once(server, "REPLICAOF", "127.0.0.1", "1");
        CompletableFuture<Receipt> repeated = generated(steps.queue(), "b");
        awaiting().until(() -> RedisCli.refusals(server) > before);
        RedisCli.once(server, "REPLICAOF", "NO", "ONE");
        assertThat(repeated.thenApply(Receipt::outcome)).succeedsWithin(Steps.GENEROUS);
        assertThat(steps.queue().counts(TOPIC).due()).isEqualTo(22);
    }

    /** Two of these on the one thread of a client's connection would wait for each other. */
    @Test
    void whatHangsOnOneMayWaitForAnother() {
        Steps steps = Steps.on(client);

        CompletableFuture<Receipt> chain = generated(steps.queue(), "first")
                .thenApply(first -> generated(steps.queue(), "second").join())
                .thenApply(second -> steps.send("third"));

        assertThat(chain).succeedsWithin(Steps.GENEROUS);
    }

    @Test
    void theirCallerWaitsForNoRegistrar() {
        DelayQueueMessage queue = RedissonDelayQueue.on(client)
                .service("registrar-blocks")
                .bodyConverter(new TextConverter())
                .topicRegistrar(new Registrar())
                .build();

        assertThat(generated(queue, "b")).succeedsWithin(Steps.GENEROUS);
    }

    /** By the way it came: what waits for a thread of the client would stop it. */
    @Test
    void aThreadOfTheClientMaySend() {
        Steps steps = Steps.on(client);

        CompletableFuture<Receipt> send = client.getBucket("any")
                .isExistsAsync()
                .thenCompose(exists -> generated(steps.queue(), "b"))
                .toCompletableFuture();

        assertThat(send).succeedsWithin(Steps.GENEROUS);
    }

    @Test
    void queuesLeaveNoThreads() {
        Set<Thread> before = ownThreads();
        for (int i = 0; i < 50; i++) {
            generated(Steps.on(client).queue(), "b").join();
        }

        awaiting().untilAsserted(() -> assertThat(ownThreads()).isSubsetOf(before));
    }

    private static Set<Thread> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delay-queue-timer")
                        || thread.getName().startsWith("delay-queue-callback"))
                .collect(Collectors.toSet());
    }

    private void block(AtomicInteger blocking) {
        blocking.incrementAndGet();
        try {
            blocked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static CompletableFuture<Receipt> generated(DelayQueueMessage queue, String body) {
        return queue.scheduleAsync(List.of(
                        OutgoingMessage.to(TOPIC).body(body).delay(Steps.LATER).build()))
                .thenApply(receipts -> receipts.get(0));
    }

    private static DelayQueueException failureOf(CompletableFuture<?> send) {
        try {
            throw new AssertionError("Sent: " + send.join());
        } catch (CompletionException e) {
            return (DelayQueueException) e.getCause();
        }
    }

    /** One that an application has written, whose database does not answer. */
    private final class Registrar implements DelayQueueTopicRegistrar {

        @Override
        public void registrar(String topic) {
            block(new AtomicInteger());
        }

        @Override
        public Set<String> pullAll() {
            return Set.of();
        }
    }
}
