package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.stopAtOnce;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.redis.ShardIds;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shards that don't answer, and topics whose settlements are refused: the others go on as if nothing were. */
@Timeout(300)
class TroubledShardsTest {

    private static final int SHARDS = 12;

    /** As many shards as there are workers, so that each would wait for one. */
    private static final int HUNG = FAST.workers();

    private static final Duration SHORT = Duration.ofMillis(300);

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue =
            InMemoryDelayQueue.builder().shards(SHARDS).build();
    private final Queue<String> got = new ConcurrentLinkedQueue<>();
    private final CountDownLatch answering = new CountDownLatch(1);
    private final AtomicBoolean trouble = new AtomicBoolean();

    @AfterEach
    void stop() {
        answering.countDown();
        trouble.set(false);
        fixture.close();
    }

    private static String idOf(int shard, String prefix) {
        return ShardIds.of(prefix + shard + "-", shard, SHARDS).next();
    }

    private static int shardOf(Object[] arguments) {
        if (arguments.length == 0) {
            return -1;
        }
        if (arguments[0] instanceof Lease lease) {
            return lease.shard();
        }
        return arguments[0] instanceof ClaimRequest request
                ? request.shard()
                : arguments[0] instanceof Integer shard ? shard : -1;
    }

    /** The first shards don't answer while there is trouble. */
    private DelayQueueMessage hanging(DelayQueueMessage healthy) {
        return Interposed.on(healthy, (method, arguments, call) -> {
            int shard = shardOf(arguments);
            if (trouble.get() && shard >= 0 && shard < HUNG) {
                answering.await();
            }
            return call.call();
        });
    }

    private DelayQueueMessage refusing(DelayQueueMessage healthy, String refused, String topic) {
        return Interposed.on(healthy, (method, arguments, call) -> {
            if (trouble.get()
                    && method.equals(refused)
                    && arguments[0] instanceof Lease lease
                    && lease.topic().equals(topic)) {
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
    }

    @Test
    void shardsThatDontAnswerHoldUpNoOthers() {
        fixture.engine(
                        hanging(queue),
                        FAST,
                        (topic, messages) -> got.add(messages.get(0).id()))
                .start();
        for (int shard = 0; shard < HUNG; shard++) {
            send(queue, "orders", idOf(shard, "first"));
        }
        awaitDrained(queue, "orders");
        trouble.set(true);
        for (int shard = 0; shard < HUNG; shard++) {
            send(queue, "orders", idOf(shard, "hung"));
        }

        List<String> healthy = new ArrayList<>();
        for (int shard = HUNG; shard < SHARDS; shard++) {
            String id = idOf(shard, "healthy");
            healthy.add(id);
            send(queue, "orders", id);
        }

        await().atMost(LONG).untilAsserted(() -> assertThat(got).containsAll(healthy));
        answering.countDown();
        awaitDrained(queue, "orders");
        assertThat(got).doesNotHaveDuplicates().hasSize(HUNG + SHARDS);
    }

    /** Each of the workers has a batch that it can't settle, as nobody answers. */
    @Test
    void settlementsThatAreNotAnsweredHoldUpNoOthers() throws Exception {
        CountDownLatch allBegun = new CountDownLatch(HUNG);
        CountDownLatch goOn = new CountDownLatch(1);
        fixture.engine(hanging(queue), FAST, (topic, messages) -> {
                    got.add(messages.get(0).id());
                    if (messages.get(0).id().startsWith("hung")) {
                        allBegun.countDown();
                        goOn.await();
                    }
                })
                .start();
        for (int shard = 0; shard < HUNG; shard++) {
            send(queue, "orders", idOf(shard, "hung"));
        }
        assertThat(allBegun.await(60, TimeUnit.SECONDS)).isTrue();
        trouble.set(true);
        goOn.countDown();

        String healthy = idOf(HUNG, "healthy");
        send(queue, "orders", healthy);

        await().atMost(LONG).until(() -> got.contains(healthy));
        answering.countDown();
        awaitDrained(queue, "orders");
        assertThat(got).doesNotHaveDuplicates();
    }

    @Test
    void leasesAreRenewedBesideAShardThatDoesNotAnswer() {
        InMemoryDelayQueue standing = InMemoryDelayQueue.builder()
                .shards(SHARDS)
                .clock(MovableClock.stopped())
                .build();
        AtomicInteger renewals = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        DelayQueueMessage watched = Interposed.on(hanging(standing), (method, arguments, call) -> {
            Object answer = call.call();
            if (method.equals("renew") && shardOf(arguments) == HUNG) {
                renewals.incrementAndGet();
            }
            return answer;
        });
        fixture.engine(watched, FAST.toBuilder().lease(SHORT).build(), (topic, messages) -> {
                    got.add(messages.get(0).id());
                    end.await();
                })
                .start();
        send(standing, "orders", idOf(0, "hung"));
        send(standing, "orders", idOf(HUNG, "healthy"));
        await().atMost(LONG).until(() -> got.size() == 2);
        trouble.set(true);

        int before = renewals.get();
        await().atMost(LONG).until(() -> renewals.get() >= before + 10);

        end.countDown();
        answering.countDown();
        awaitDrained(standing, "orders");
    }

    @Test
    void aTopicWhoseDeadLettersAreRefusedHoldsUpNoOthers() {
        trouble.set(true);
        fixture.engine(refusing(queue, "bury", "bad"), FAST, (topic, messages) -> {
                    got.add(messages.get(0).id());
                    if (topic.equals("bad")) {
                        throw new PermanentFailure("never");
                    }
                })
                .start();
        int number = 2 * FAST.workers();
        for (int shard = 0; shard < number; shard++) {
            send(queue, "bad", idOf(shard, "bad"));
        }
        await().atMost(LONG).until(() -> got.size() == number);

        for (int i = 0; i < 50; i++) {
            send(queue, "orders", "id" + i);
        }

        awaitDrained(queue, "orders");
        assertThat(queue.counts("bad").leased()).isEqualTo(number);
        trouble.set(false);
        await().atMost(LONG).until(() -> queue.counts("bad").dead() == number);
        assertThat(got).doesNotHaveDuplicates();
    }

    /** Whatever was claimed there could not be settled either. */
    @Test
    void nothingMoreOfItIsClaimedFromTheShard() {
        trouble.set(true);
        fixture.engine(
                        refusing(queue, "ack", "orders"),
                        FAST,
                        (topic, messages) -> got.add(messages.get(0).id()))
                .start();
        Iterator<String> ids = ShardIds.of("id", 0, SHARDS);
        send(queue, "orders", ids.next());
        await().atMost(LONG).until(() -> got.size() == 1);
        send(queue, "others", "other");
        awaitDrained(queue, "others");

        for (int i = 0; i < 10; i++) {
            send(queue, "orders", ids.next());
        }
        send(queue, "others", "another");
        awaitDrained(queue, "others");

        assertThat(queue.counts("orders").leased()).isOne();
        trouble.set(false);
        awaitDrained(queue, "orders");
        assertThat(got).hasSize(13).doesNotHaveDuplicates();
    }

    /** The queue's clock goes on with each renewal only, by nearly as much as that was good for. */
    @Test
    void whatIsToldAsideKeepsItsLease() {
        MovableClock clock = MovableClock.stopped();
        InMemoryDelayQueue standing =
                InMemoryDelayQueue.builder().shards(SHARDS).clock(clock).build();
        AtomicInteger renewals = new AtomicInteger();
        DelayQueueMessage watched = Interposed.on(refusing(standing, "ack", "orders"), (method, arguments, call) -> {
            Object answer = call.call();
            if (method.equals("renew")) {
                clock.advance(SHORT.multipliedBy(9).dividedBy(10));
                renewals.incrementAndGet();
            }
            return answer;
        });
        trouble.set(true);
        fixture.engine(
                        watched,
                        FAST.toBuilder().lease(SHORT).build(),
                        (topic, messages) -> got.add(messages.get(0).id()))
                .start();
        send(standing, "orders", "one");
        await().atMost(LONG).until(() -> !got.isEmpty());
        // Whoever is there when it has no lease gets it again.
        fixture.engine(
                        standing,
                        FAST,
                        (topic, messages) -> got.add("again " + messages.get(0).id()))
                .start();

        await().atMost(LONG).until(() -> renewals.get() >= 6);
        trouble.set(false);

        awaitDrained(standing, "orders");
        assertThat(got).containsExactly("one");
        assertThat(standing.find("orders", "one")).isEmpty();
    }

    @Test
    void aStopHandsBackWhatCantBeBuried() {
        trouble.set(true);
        DispatchEngine engine = fixture.engine(refusing(queue, "bury", "bad"), FAST, (topic, messages) -> {
            got.add(messages.get(0).id());
            throw new PermanentFailure("never");
        });
        engine.start();
        send(queue, "bad", "one");
        await().atMost(LONG).until(() -> !got.isEmpty());

        stopAtOnce(engine);

        assertThat(queue.find("bad", "one").orElseThrow().state()).isEqualTo(State.DUE);
    }

    /** Workers that stood in for those that waited are one too many when the answers come. */
    @Test
    void noMoreHandlersRunAtOnceThanThereAreWorkers() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch seen = new CountDownLatch(1);
        trouble.set(true);
        fixture.engine(hanging(queue), FAST.toBuilder().workers(1).build(), (topic, messages) -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    got.add(messages.get(0).id());
                    seen.await(20, TimeUnit.MILLISECONDS);
                    running.decrementAndGet();
                })
                .start();
        for (int shard = 0; shard < SHARDS; shard++) {
            for (int i = 0; i < 3; i++) {
                send(queue, "orders", idOf(shard, "round" + i + "-"));
            }
        }
        await().atMost(LONG).until(() -> fixture.workers() > HUNG);

        answering.countDown();

        awaitDrained(queue, "orders");
        assertThat(got).hasSize(3 * SHARDS);
        assertThat(most).hasValue(1);
        await().atMost(LONG).until(() -> fixture.workers() == 1);
    }
}
