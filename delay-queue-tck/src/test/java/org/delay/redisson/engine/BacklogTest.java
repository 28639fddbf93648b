package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shard with more due than a claim takes is served by two claims at a time, and never by more. */
@Timeout(300)
class BacklogTest {

    private static final int NUMBER = 40;

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final AtomicInteger claims = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch two = new CountDownLatch(1);
    private final CountDownLatch three = new CountDownLatch(1);
    private final Map<String, Integer> got = new ConcurrentHashMap<>();

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void aSecondClaimIsMadeWhileTheAnswerToTheFirstIsOnItsWay() throws Exception {
        sendMany(queue, "orders", "id", NUMBER);
        start(
                through(call -> {
                    Object answer = call.call();
                    if (claims.get() > 1) {
                        assertThat(two.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    return answer;
                }),
                FAST.toBuilder().maxClaimMessages(1).build());

        awaitAllOnce();
        assertThat(most).hasValue(2);
    }

    @Test
    void noThirdClaimIsMade() {
        sendMany(queue, "orders", "id", NUMBER);
        start(
                through(call -> {
                    // Each gives a third one time to come.
                    boolean unused = three.await(10, TimeUnit.MILLISECONDS);
                    return call.call();
                }),
                FAST.toBuilder().maxClaimMessages(1).workers(8).build());

        awaitAllOnce();
        assertThat(most).hasValueBetween(1, 2);
    }

    @Test
    void aClaimThatIsNotFullIsAlone() {
        sendMany(queue, "orders", "id", NUMBER);
        start(
                through(call -> {
                    // Each gives a second one time to come.
                    boolean unused = two.await(10, TimeUnit.MILLISECONDS);
                    return call.call();
                }),
                FAST.toBuilder().maxClaimMessages(200).build());

        awaitAllOnce();
        assertThat(most).hasValue(1);
    }

    @Test
    void whicheverOfTwoClaimsIsRefusedNothingIsLeft() {
        AtomicInteger refused = new AtomicInteger();
        sendMany(queue, "orders", "id", NUMBER);
        start(
                through(call -> {
                    if (claims.get() > 1) {
                        assertThat(two.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    if (underWay.get() == 2 && refused.incrementAndGet() <= 3) {
                        throw ScriptedFailures.refused();
                    }
                    return call.call();
                }),
                FAST.toBuilder().maxClaimMessages(1).build());

        awaitAllOnce();
        assertThat(refused).hasPositiveValue();
    }

    private DelayQueueMessage through(Faults faults) {
        return Interposed.on(queue, (method, arguments, call) -> {
            if (!(arguments.length == 1 && arguments[0] instanceof ClaimRequest)) {
                return call.call();
            }
            claims.incrementAndGet();
            int now = underWay.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
            if (now >= 2) {
                two.countDown();
            }
            if (now >= 3) {
                three.countDown();
            }
            try {
                return faults.claim(call);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    @FunctionalInterface
    private interface Faults {
        Object claim(Callable<Object> call) throws Exception;
    }

    private void start(DelayQueueMessage through, DispatchSettings settings) {
        fixture.engine(
                        through,
                        settings,
                        (topic, messages) -> messages.forEach(message -> got.merge(message.id(), 1, Integer::sum)))
                .start();
    }

    private void awaitAllOnce() {
        await().atMost(LONG).until(() -> got.size() == NUMBER);
        awaitDrained(queue, "orders");
        assertThat(got.values()).containsOnly(1);
    }
}
