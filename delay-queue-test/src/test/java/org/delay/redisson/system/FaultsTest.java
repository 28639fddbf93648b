package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.engine.DispatchSettings;
import org.delay.redisson.test.KafkaBroker;
import org.delay.redisson.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Servers that misbehave while messages come and go. Sends fail loudly or succeed; what was accepted arrives, not early,
 * and dispatch goes on by itself.
 */
@Tag("system")
@Timeout(90)
class FaultsTest {

    private static final int PER_SECOND = 200;

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final Ledger ledger = new Ledger();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    /** Something that goes wrong for a while. Returns when it is over. */
    @FunctionalInterface
    private interface Fault {
        void happen(RedisServer redis) throws Exception;
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void scriptsAreFlushed() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            survives(
                    "SCRIPT FLUSH, ten times",
                    redis,
                    server -> repeatedly(10, () -> {
                        RedisCommand.run(server, "SCRIPT FLUSH");
                    }));
        }
        assertThat(ledger.duplicates()).isZero();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void subscriptionsAreKilledTenTimesASecond() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            survives(
                    "CLIENT KILL TYPE pubsub, each 100 ms for 5 s",
                    redis,
                    server -> repeatedly(50, () -> {
                        RedisCommand.run(server, "CLIENT KILL TYPE pubsub");
                    }));
        }
        assertThat(ledger.duplicates()).isZero();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void redisHangs() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            survives("Redis stopped (SIGSTOP) for 5 s", redis, server -> {
                server.pause();
                after(Duration.ofSeconds(5), server::resume);
            });
        }
        assertThat(ledger.duplicates()).isZero();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void redisIsKilled() throws Exception {
        try (RedisServer redis = RedisServer.builder().config("appendonly yes").start()) {
            survives("Redis killed (SIGKILL) and started again", redis, server -> {
                server.kill();
                server.restart();
            });
        }
        assertThat(ledger.duplicates()).isZero();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void kafkaIsDown() throws Exception {
        // A lease so short that deliveries are given up meanwhile.
        DispatchSettings settings = DispatchSettings.DEFAULTS.withLease(Duration.ofSeconds(6));
        try (KafkaBroker kafka = KafkaBroker.builder().topics("down").start();
                RedisServer redis = RedisServer.start();
                Application application = Application.of(redis.uri(), "down")
                        .dispatchingToKafka(settings, kafka.bootstrapServers(), "down");
                KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), "down", ledger);
                Flow flow = Flow.start(application.queue(), "down", PER_SECOND, ledger)) {
            ledger.awaitArrivals(PER_SECOND, TIMEOUT);
            kafka.stop();
            after(Duration.ofSeconds(10), kafka::restart);
            goesOn("Kafka down for 10 s", flow);
            assertThat(ledger.arrivals()).extracting(Ledger.Arrival::attempt).containsOnly(1);
        }
    }

    private void survives(String what, RedisServer redis, Fault fault) throws Exception {
        try (Application application = Application.of(redis.uri(), "faults")
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived));
                Flow flow = Flow.start(application.queue(), "faults", PER_SECOND, ledger)) {
            ledger.awaitArrivals(PER_SECOND, TIMEOUT);
            fault.happen(redis);
            goesOn(what, flow);
        }
    }

    /** After a fault: new messages arrive, then all of them. */
    private void goesOn(String what, Flow flow) throws Exception {
        long over = System.nanoTime();
        ledger.awaitArrivals(ledger.arrivedSoFar() + 1, TIMEOUT);
        Duration first = Duration.ofNanos(System.nanoTime() - over);
        ledger.awaitArrivals(ledger.arrivedSoFar() + PER_SECOND, TIMEOUT);
        flow.close();
        ledger.awaitComplete(TIMEOUT);
        Report.say(
                what,
                "%d accepted and all arrived, %d sends failed, %d duplicates; first delivery %s ms after; lateness %s",
                ledger.acceptedSoFar(),
                flow.failures(),
                ledger.duplicates(),
                Lateness.millis(first),
                ledger.lateness());
        assertThat(flow.surprises()).isEmpty();
    }

    private void repeatedly(int times, Runnable task) throws Exception {
        Future<?> last = null;
        for (int i = 1; i <= times; i++) {
            last = timer.schedule(task, 100L * i, TimeUnit.MILLISECONDS);
        }
        last.get();
    }

    private void after(Duration time, Runnable task) throws Exception {
        timer.schedule(task, time.toMillis(), TimeUnit.MILLISECONDS).get();
    }
}
