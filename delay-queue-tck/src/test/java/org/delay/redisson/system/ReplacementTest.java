package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four applications share a service, and the three that look first are gone: the last one takes over. */
@Timeout(120)
class ReplacementTest {

    private static final String TOPIC = "replaced";

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    /** What the library promises. */
    private static final Duration PROMISE = Duration.ofSeconds(5);

    private final Ledger ledger = new Ledger();
    private final List<ChildJvm> children = new ArrayList<>();
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (ChildJvm child : children) {
            child.close();
        }
        redis.close();
    }

    @Test
    void threeOfFourAreKilledAtOnce() throws Exception {
        startThree();
        try (Application survivor = Application.of(redis.uri(), TOPIC)
                .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            awaitInstances(survivor.queue(), 4);
            Instant killed;
            try (Flow flow = Flow.start(survivor.queue(), TOPIC, 200, ledger)) {
                awaitAccepted(400);
                killed = Instant.now();
                for (ChildJvm child : children) {
                    child.kill();
                }
                await().atMost(PROMISE)
                        .untilAsserted(
                                () -> assertThat(survivor.queue().instances()).hasSize(1));
                awaitAccepted(ledger.acceptedSoFar() + 200);
            }
            ledger.awaitComplete(TIMEOUT);
            Lateness after = ledger.lateness(
                    arrival -> arrival.attempt() == 1 && arrival.due().isAfter(killed));
            Report.say("Three of four applications killed at once", "lateness of what was due then %s", after);
            assertThat(after.max()).isLessThan(PROMISE);
        }
    }

    /** Whose heartbeats would be good for longer than the test: only those that say so are gone. */
    @Test
    void threeOfFourStopInOrder() throws Exception {
        List<Application> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(Application.of(redis.uri(), TOPIC)
                    .dispatching(
                            DispatchSettings.DEFAULTS,
                            DispatchListener.NONE,
                            new Handler(ledger::arrived),
                            ReplacementTest::longLived));
        }
        awaitInstances(others.get(0).queue(), 3);
        try (Application survivor = Application.of(redis.uri(), TOPIC)
                .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            awaitInstances(survivor.queue(), 4);
            try (Flow flow = Flow.start(survivor.queue(), TOPIC, 200, ledger)) {
                awaitAccepted(400);
                for (Application other : others) {
                    other.close();
                }
                awaitInstances(survivor.queue(), 1);
                awaitAccepted(ledger.acceptedSoFar() + 200);
            }
            ledger.awaitComplete(TIMEOUT);
            assertThat(ledger.duplicates()).isZero();
            Report.say("Three of four applications stopped, one after the other", "lateness %s", ledger.lateness());
        }
    }

    private static DispatchOperations longLived(DispatchOperations queue) {
        return Hooked.on(
                queue,
                (method, arguments, call) -> method.equals("heartbeat")
                        ? queue.heartbeat((String) arguments[0], (String) arguments[1], Duration.ofHours(1))
                        : call.call());
    }

    private void startThree() throws Exception {
        for (int i = 0; i < 3; i++) {
            children.add(ChildJvm.start(
                    DispatchingMain.class,
                    ChildJvm.QUICK,
                    line -> {
                        if (line.startsWith("delivered ")) {
                            ledger.arrived(line.substring("delivered ".length()), Instant.now(), Instant.EPOCH, 0);
                        }
                    },
                    redis.uri(),
                    TOPIC,
                    "lease=2"));
        }
        for (ChildJvm child : children) {
            child.await("ready");
        }
    }

    private static void awaitInstances(DelayQueueMessage queue, int number) {
        await().atMost(TIMEOUT).until(() -> queue.instances().size() == number);
    }

    private void awaitAccepted(int number) {
        await().atMost(TIMEOUT).until(() -> ledger.acceptedSoFar() >= number);
    }
}
