package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;

/** Nobody waits for ever, whatever the client of Redis does or does not. */
class EveryCallEndsTest {

    private static final Duration PATIENCE = Duration.ofMillis(1500);
    /** Not never. */
    private static final Duration SOON = Duration.ofMinutes(2);

    private RedisServer server;
    private RedissonClient client;

    @BeforeEach
    void start() {
        server = RedisServer.start();
    }

    @AfterEach
    void stop() {
        client.shutdown();
        server.close();
    }

    /** The client waits without an end for a socket that takes no more. */
    @Test
    void oneThatDoesNotFitIntoTheSocket() {
        client = Clients.to(
                server.uri(),
                single -> single.setTimeout(500).setConnectionPoolSize(10).setPingConnectionInterval(0));
        ScriptRunner scripts = new ScriptRunner(client, new QueueTimer(), PATIENCE);
        String large = "x".repeat(2_000_000);
        awaitAnswer(scripts);
        server.pause();

        List<CompletableFuture<List<Object>>> calls = IntStream.range(0, 30)
                .mapToObj(i -> scripts.run(Script.SHARD_COUNTS, List.of("shards"), 1, large))
                .toList();

        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(SOON));
        server.resume();
        awaitAnswer(scripts);
    }

    private static void awaitAnswer(ScriptRunner scripts) {
        Steps.awaiting()
                .ignoreExceptions()
                .until(() -> scripts.run(Script.SHARD_COUNTS, List.of("shards"), 1)
                                .join()
                                .size()
                        == 1);
    }

    /** The client forgets all but the last hundred when it is shut down. */
    @Test
    void manyThatAreUnderWayWhenTheClientIsShutDown() {
        client = Clients.withOwnTimeout(server);
        ScriptRunner scripts = new ScriptRunner(client, new QueueTimer(), PATIENCE);
        awaitAnswer(scripts);
        server.pause();
        List<CompletableFuture<List<Object>>> calls = IntStream.range(0, 200)
                .mapToObj(i -> scripts.run(Script.SHARD_COUNTS, List.of("shards"), 1))
                .toList();

        client.shutdown(0, 100, TimeUnit.MILLISECONDS);

        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(SOON));
    }

    @Test
    void thousandsThatWaitForEachOther() {
        client = Clients.withOwnTimeout(server);
        Steps steps = Steps.on(client);
        steps.sendAtLast("a");
        server.pause();
        // One id, so that each is a call of its own after the one before.
        List<CompletableFuture<List<Receipt>>> sends = IntStream.range(0, 20_000)
                .mapToObj(i -> steps.queue().scheduleAsync(List.of(message("a").build())))
                .toList();

        client.shutdown(0, 100, TimeUnit.MILLISECONDS);

        assertThat(sends)
                .allSatisfy(send -> assertThat(send)
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withCauseInstanceOf(DelayQueueException.class));
    }

    /** What the application has put into its client fails for one call. */
    @Test
    void oneWhoseNamesCannotBeMapped() {
        Config config = Clients.small().setNameMapper(new Forgetful());
        config.useSingleServer()
                .setAddress(server.uri())
                .setTimeout(Clients.OWN_TIMEOUT)
                .setConnectionMinimumIdleSize(2);
        client = Redisson.create(config);
        Steps steps = Steps.on(client);
        steps.sendAtLast("a");

        Forgetful.forgets = true;
        try {
            assertThat(steps.queue().scheduleAsync(List.of(message("b").build())))
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .withCauseInstanceOf(DelayQueueException.class);
        } finally {
            Forgetful.forgets = false;
        }

        steps.sendAtLast("b");
        assertThat(steps.queue().find(TOPIC, "b")).isPresent();
    }

    /** No memory is left for a moment, for example. Later sends would wait for the one that failed. */
    @Test
    void oneThatEndsInAnErrorBeforeItIsMade() {
        client = Clients.of(server);
        AtomicBoolean fails = new AtomicBoolean();
        Steps steps = Steps.on(failing(client, fails));
        steps.send("a");

        fails.set(true);
        assertThat(steps.queue().scheduleAsync(List.of(message("b").build())))
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(DelayQueueException.OutcomeUnknown.class);

        assertThat(steps.queue().scheduleAsync(List.of(message("b").build()))).succeedsWithin(SOON);
    }

    /** A client that throws an error once where it is to. */
    private static RedissonClient failing(RedissonClient client, AtomicBoolean fails) {
        return (RedissonClient) Proxy.newProxyInstance(
                RedissonClient.class.getClassLoader(), new Class<?>[] {RedissonClient.class}, (proxy, method, args) -> {
                    if (method.getName().equals("isShuttingDown") && fails.compareAndSet(true, false)) {
                        throw new OutOfMemoryError("planted");
                    }
                    return method.invoke(client, args);
                });
    }

    /** Knows its tenant at most times. */
    private static final class Forgetful implements NameMapper {

        static volatile boolean forgets;

        @Override
        public String map(String name) {
            if (forgets) {
                throw new IllegalStateException("No tenant");
            }
            return name;
        }

        @Override
        public String unmap(String name) {
            return name;
        }
    }
}
