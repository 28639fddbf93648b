package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.DispatchSettings;
import org.delay.redisson.test.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signals only make dispatch punctual: none is missed while the connection stands, and nothing is stuck without them. */
@Tag("system")
@Timeout(90)
class SignalsTest {

    private static final int LANES = 4;

    private static final int PAIRS_OF_LANE = 500;

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /**
     * A far message sets the timer, and a near one comes just after it, when its signal meets the answer that sets the
     * timer. The sweep would help only after an hour: one signal that is lost fails the test.
     */
    @Test
    void aNearMessageJustAfterAFarOneIsNeverStuck() throws Exception {
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try (RedisServer redis = RedisServer.start()) {
            List<Future<Ledger>> results = new ArrayList<>();
            for (int i = 0; i < LANES; i++) {
                String service = "pairs-" + i;
                results.add(lanes.submit(() -> pairs(redis, service)));
            }
            List<Duration> lateness = new ArrayList<>();
            for (Future<Ledger> result : results) {
                lateness.addAll(result.get().lateness().sorted());
            }
            Report.say("Lateness of a near message after a far one", "%s", Lateness.of(lateness));
        } finally {
            lanes.shutdownNow();
        }
    }

    private static Ledger pairs(RedisServer redis, String service) throws InterruptedException {
        Ledger ledger = new Ledger();
        BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();
        Handler handler = new Handler(message -> {
            ledger.arrived(message);
            arrivals.add(message.id());
        });
        try (Application application = Application.of(redis.uri(), service)
                .dispatching(DispatchSettings.DEFAULTS.withSweep(Duration.ofHours(1)), handler)) {
            Random random = new Random(service.hashCode());
            for (int i = 0; i < PAIRS_OF_LANE; i++) {
                DelayQueueMessage queue = application.queue();
                queue.schedule(List.of(message("far-" + i, Duration.ofMinutes(60 - i % 60))));
                // Its claim answers that there is nothing but the far one, while the near one comes.
                ledger.accepted(queue.schedule(List.of(message("now-" + i, Duration.ZERO))));
                spin(random.nextInt(600_000));
                ledger.accepted(queue.schedule(List.of(message("near-" + i, Duration.ofMillis(i % 4)))));
                for (int arrived = 0; arrived < 2; arrived++) {
                    assertThat(arrivals.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                            .as("what arrives of pair " + i)
                            .isNotNull();
                }
                queue.cancel("pairs", "far-" + i);
            }
        }
        ledger.awaitComplete(TIMEOUT);
        assertThat(ledger.duplicates()).isZero();
        return ledger;
    }

    /** As precisely as no waiting would be. */
    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** The sender may not publish, so no dispatcher ever hears of its messages. */
    @Test
    void withoutSignalsTheSweepFindsEachMessage() {
        Duration sweep = DispatchSettings.DEFAULTS.sweep();
        Ledger ledger = new Ledger();
        try (RedisServer redis = RedisServer.start()) {
            RedisCommand.run(redis, "ACL SETUSER silent on >secret ~* &* +@all -publish");
            try (Application sender = Application.of(redis.uri(), "silent", "silent", "secret");
                    Application receiver = Application.of(redis.uri(), "silent")
                            .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
                for (int i = 0; i < 16; i++) {
                    DelayQueueMessage queue = sender.queue();
                    ledger.accepted(queue.schedule(List.of(message("id-" + i, Duration.ofMillis(30L * i)))));
                    // One at a time: a message that is claimed tells of the next.
                    if (i % 2 == 0) {
                        ledger.awaitComplete(TIMEOUT);
                    }
                }
                ledger.awaitComplete(TIMEOUT);
                Lateness lateness = ledger.lateness();
                Report.say(
                        "Lateness with every PUBLISH dropped",
                        "%s; bound %s ms: %s",
                        lateness,
                        sweep.toMillis() + 100,
                        lateness.max().compareTo(sweep.plusMillis(100)) <= 0 ? "kept" : "NOT KEPT");
                assertThat(lateness.max()).isLessThan(sweep.plusSeconds(5));
            }
        }
    }

    private static OutgoingMessage message(String id, Duration delay) {
        return OutgoingMessage.to("pairs").id(id).body("body").delay(delay).build();
    }
}
