package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four applications share a service, and the three that look first are gone: the last one takes over. */
@Timeout(300)
class ReplacementTest {

    private static final String TOPIC = "replaced";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** For the sweep, by which also those look who have no part in a shard: it does not come in time. */
    private static final DispatchSettings NO_SWEEP =
            DispatchSettings.builder().sweep(Duration.ofHours(1)).build();

    /** So long after a due time, if the first in a shard's order has not. */
    private static final Duration SECOND_POLLS = Duration.ofMillis(60);

    /** Several, or the survivor might be their owner anyway. */
    private static final int SHARDS = 8;

    private final Ledger ledger = new Ledger();
    private final List<ChildJvm> children = new ArrayList<>();
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        try (Application first = Application.patient(redis.uri(), TOPIC)) {
            first.queue().changeShards(SHARDS);
        }
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
        try (Application survivor =
                Application.patient(redis.uri(), TOPIC).dispatching(NO_SWEEP, new Handler(ledger::arrived))) {
            awaitInstances(survivor.queue(), 4);
            Instant killed;
            try (Flow flow = Flow.start(survivor.queue(), TOPIC, 200, ledger)) {
                awaitAccepted(200);
                killed = Instant.now();
                for (ChildJvm child : children) {
                    child.kill();
                }
                awaitInstances(survivor.queue(), 1);
                awaitAccepted(ledger.acceptedSoFar() + 100);
            }
            ledger.awaitComplete(TIMEOUT);
            awaitOwner(survivor.queue());
            Lateness after = ledger.lateness(
                    arrival -> arrival.attempt() == 1 && arrival.due().isAfter(killed));
            Report.say("Three of four applications killed at once", "lateness of what was due then %s", after);
        }
    }

    /** Whose heartbeats would be good for longer than the test: only those that say so are gone. */
    @Test
    void threeOfFourStopInOrder() throws Exception {
        List<Application> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(Application.patient(redis.uri(), TOPIC)
                    .dispatching(
                            DispatchSettings.DEFAULTS,
                            DispatchListener.NONE,
                            new Handler(ledger::arrived),
                            ReplacementTest::longLived));
        }
        awaitInstances(others.get(0).queue(), 3);
        try (Application survivor =
                Application.patient(redis.uri(), TOPIC).dispatching(NO_SWEEP, new Handler(ledger::arrived))) {
            awaitInstances(survivor.queue(), 4);
            try (Flow flow = Flow.start(survivor.queue(), TOPIC, 200, ledger)) {
                awaitAccepted(200);
                for (Application other : others) {
                    other.close();
                }
                awaitInstances(survivor.queue(), 1);
                awaitAccepted(ledger.acceptedSoFar() + 100);
            }
            ledger.awaitComplete(TIMEOUT);
            assertThat(ledger.duplicates()).isZero();
            awaitOwner(survivor.queue());
            Report.say("Three of four applications stopped, one after the other", "lateness %s", ledger.lateness());
        }
    }

    private static DispatchOperations longLived(DispatchOperations queue) {
        return Hooked.on(
                queue,
                (method, arguments, call) -> method.equals("heartbeat")
                        ? countedAsUsual(queue.heartbeat(
                                (String) arguments[0], (String) arguments[1], Duration.ofHours(1), (Long) arguments[3]))
                        : call.call());
    }

    /** The next heartbeat follows as if this one counted as long as any. */
    private static Membership countedAsUsual(Membership told) {
        return new Membership(told.clock(), told.size(), Heartbeat.LIFE, told.isWhole(), told.alive(), told.gone());
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

    /** It polls each shard at the due time. If it still knew one of the others, it would leave that one some shards for longer. */
    private void awaitOwner(DelayQueueMessage queue) {
        Set<String> late = IntStream.range(0, 40).mapToObj(i -> "own-" + i).collect(Collectors.toSet());
        await().atMost(TIMEOUT).until(() -> {
            ledger.accepted(queue.schedule(late.stream()
                    .map(id -> OutgoingMessage.to(TOPIC)
                            .id(id)
                            .body("body")
                            .delay(Duration.ofMillis(200))
                            .build())
                    .toList()));
            int before = ledger.arrivedSoFar();
            ledger.awaitArrivals(before + late.size(), TIMEOUT);
            ledger.arrivals().stream()
                    .filter(arrival -> arrival.lateness().compareTo(SECOND_POLLS) < 0)
                    .forEach(arrival -> late.remove(arrival.id()));
            return late.isEmpty();
        });
    }

    private static void awaitInstances(DelayQueueMessage queue, int number) {
        await().atMost(TIMEOUT).until(() -> queue.instances().size() == number);
    }

    private void awaitAccepted(int number) {
        await().atMost(TIMEOUT).until(() -> ledger.acceptedSoFar() >= number);
    }
}
