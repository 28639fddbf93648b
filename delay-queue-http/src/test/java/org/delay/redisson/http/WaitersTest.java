package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.DispatchOperations.Lease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

/** What is hard to see from outside: clients that come at the same moment. */
class WaitersTest {

    private static final int CLIENTS = 8;

    private static final Duration LONG = Duration.ofSeconds(50);

    /** Of those with one name, however close together they come, the last one waits and no other. */
    @Test
    @Timeout(60)
    void oneOfAConsumerWaits() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (ApiTimer timer = new ApiTimer();
                Waiters waiters = new Waiters(topic -> true, limit(100, 100), timer, 100)) {
            waiters.onWanted(topic -> {});
            CyclicBarrier together = new CyclicBarrier(CLIENTS);
            for (int round = 0; round < 500; round++) {
                List<Future<?>> adds = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    adds.add(threads.submit(() -> {
                        together.await();
                        waiters.add(new Poll(Set.of("t"), 1, "client", "one", messages -> {}), Duration.ofSeconds(50));
                        return null;
                    }));
                }
                for (Future<?> add : adds) {
                    add.get(30, TimeUnit.SECONDS);
                }
                assertThat(waiters.count()).isOne();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A client that has gone has left an older poll behind: what that gets is seen by nobody. */
    @Test
    void theLastToComeIsServedFirst() {
        List<String> served = new ArrayList<>();
        try (ApiTimer timer = new ApiTimer();
                Waiters waiters = new Waiters(topic -> true, limit(100, 100), timer, 100)) {
            waiters.onWanted(topic -> {});
            for (String client : List.of("left", "there")) {
                waiters.add(new Poll(Set.of("t"), 1, client, null, messages -> served.add(client)), LONG);
            }
            waiters.take(new Lease(0, "t", "token"), List.of(claimed("1")));
            assertThat(served).containsExactly("there");
        }
    }

    /** Where the heap has no room for all, a token that takes its part leaves room to others. */
    @Test
    void aTokenNeverTakesAllPlaces() {
        try (ApiTimer timer = new ApiTimer();
                Waiters waiters = new Waiters(topic -> true, limit(10, 5), timer, 4)) {
            waiters.onWanted(topic -> {});
            for (int i = 0; i < 2; i++) {
                waiters.add(new Poll(Set.of("t"), 1, "greedy", null, messages -> {}), LONG);
            }
            Poll third = new Poll(Set.of("t"), 1, "greedy", null, messages -> {});
            assertThatThrownBy(() -> waiters.add(third, LONG)).isInstanceOf(ApiProblem.class);
            waiters.add(new Poll(Set.of("t"), 1, "other", null, messages -> {}), LONG);
        }
    }

    private static Claimed claimed(String id) {
        DelayedMessage message = new DelayedMessage("t", id, "body", null, Map.of(), Instant.EPOCH, 9, 1);
        return new Claimed(message, Form.READABLE, null, 0, 0);
    }

    private static DelayQueueHttpProperties.Limit limit(int waiters, int perToken) {
        return new DelayQueueHttpProperties.Limit(
                DataSize.ofMegabytes(1), DataSize.ofMegabytes(8), waiters, perToken, 0);
    }
}
