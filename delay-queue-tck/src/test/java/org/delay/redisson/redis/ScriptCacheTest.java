package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Scripts that the server forgets, and clients that are set up in ways of their own. */
class ScriptCacheTest {

    /**
     * So often in a round of calls, at any point of it. A call is repeated six times, so even one that meets all of them
     * comes to its end, and on a slow machine too.
     */
    private static final int FLUSHES_OF_ROUND = 5;

    /** So many, and more until there were more flushes than this. */
    private static final int ROUNDS = 40;

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Config> configs() {
        return Stream.of(
                config(Clients.small().setUseScriptCache(true), 3),
                config(Clients.small().setUseScriptCache(false), 3),
                config(Clients.small().setUseScriptCache(true), 0));
    }

    private static Config config(Config config, int attempts) {
        config.useSingleServer()
                .setAddress(server.uri())
                .setRetryAttempts(attempts)
                .setTimeout(Clients.PATIENCE)
                .setConnectionMinimumIdleSize(2);
        return config;
    }

    @ParameterizedTest
    @MethodSource("configs")
    void nothingFailsWhileTheServerForgetsItsScripts(Config config) {
        RedissonClient client = Redisson.create(config);
        ScheduledExecutorService flushing = Executors.newSingleThreadScheduledExecutor();
        RedisCli cli = RedisCli.of(server);
        Semaphore allowed = new Semaphore(0);
        AtomicInteger flushes = new AtomicInteger();
        var unused = flushing.scheduleWithFixedDelay(
                () -> {
                    if (allowed.tryAcquire()) {
                        cli.call("SCRIPT", "FLUSH");
                        flushes.incrementAndGet();
                    }
                },
                0,
                3,
                TimeUnit.MILLISECONDS);
        try {
            Steps steps = Steps.on(client);
            for (int i = 0; i < ROUNDS || flushes.get() <= ROUNDS; i++) {
                allowed.drainPermits();
                allowed.release(FLUSHES_OF_ROUND);
                everything(steps);
            }
        } finally {
            flushing.shutdownNow();
            cli.close();
            client.shutdown();
        }
    }

    private static void everything(Steps steps) {
        steps.sendDue("acked", "retried", "buried", "handed back", "replaced");
        ClaimResult claim = steps.claim();
        Lease lease = claim.lease();
        assertThat(Steps.ids(claim)).contains("acked", "retried", "buried", "handed back", "replaced");
        assertThat(steps.renew(lease, "acked")).isEmpty();
        assertThat(steps.ack(lease, "acked")).isEmpty();
        assertThat(steps.retry(lease, "retried")).isEmpty();
        assertThat(steps.bury(lease, "buried")).isEmpty();
        assertThat(steps.release(lease, "handed back")).isEmpty();
        steps.send("replaced");
        assertThat(steps.queue().reschedule(TOPIC, "replaced", LATER))
                .isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);
        assertThat(steps.queue().cancel(TOPIC, "retried")).isEqualTo(CancelResult.CANCELLED);
        assertThat(steps.queue().find(TOPIC, "buried")).isPresent();
        steps.queue().redrive(TOPIC, "buried");
        assertThat(steps.queue().counts(TOPIC).due()).isEqualTo(3);
        steps.queue().repair(List.of(TOPIC));
        steps.queue().defer(0, TOPIC, Duration.ZERO);
    }

    /** The client would send it again, three times: that may undo what came between. */
    @Test
    void aCallWithoutAnAnswerIsNotSentAgainByTheClient() {
        try (Proxy proxy = Proxy.to(server)) {
            RedissonClient client = Clients.to(
                    Clients.small().setUseScriptCache(false),
                    proxy.uri(),
                    single -> single.setTimeout(200).setRetryAttempts(3));
            try {
                Steps steps = Steps.on(client);
                steps.sendAtLast("a");
                long before = evals();
                proxy.loseAnswers();

                assertThat(CompletableFuture.runAsync(() -> steps.queue().reschedule(TOPIC, "a", LATER)))
                        .failsWithin(Steps.GENEROUS);

                assertThat(evals() - before).isEqualTo(1);
            } finally {
                proxy.passOn();
                client.shutdown();
            }
        }
    }

    private static long evals() {
        return RedisCli.once(server, "INFO", "commandstats")
                .toString()
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval:"))
                .map(line -> line.replaceAll("^cmdstat_eval:calls=(\\d+).*", "$1"))
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** Far too short for most calls: each says what it knows, and all is there in the end. */
    @Test
    void aTinyTimeOutLosesNothing() {
        // Lazy, since its first connection may take too long as well.
        RedissonClient hasty = Clients.to(
                Clients.small().setLazyInitialization(true),
                server.uri(),
                single -> single.setTimeout(1).setRetryAttempts(3));
        RedissonClient patient = Clients.of(server);
        try {
            Steps steps = Steps.on(patient);
            Steps hurried = Steps.on(hasty, steps.service(), 1);
            for (int i = 0; i < 20; i++) {
                String id = "a-" + i;
                CompletableFuture<Boolean> accepted = CompletableFuture.supplyAsync(() -> hurried.send(id) != null);
                boolean stored = accepted.exceptionally(unknown -> false).join();
                if (stored) {
                    assertThat(steps.queue().find(TOPIC, id)).isPresent();
                }
            }
            assertThat(steps.send(message("last")).id()).isEqualTo("last");
        } finally {
            hasty.shutdown();
            patient.shutdown();
        }
    }
}
