package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

/** What is hard to see from outside: clients that come at the same moment. */
class WaitersTest {

    private static final int CLIENTS = 8;

    /** Of those with one name, however close together they come, the last one waits and no other. */
    @Test
    @Timeout(60)
    void oneOfAConsumerWaits() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (ApiTimer timer = new ApiTimer();
                Waiters waiters = new Waiters(
                        topic -> true,
                        new DelayQueueHttpProperties.Limit(
                                DataSize.ofMegabytes(1), DataSize.ofMegabytes(8), 100, 100, 0),
                        timer)) {
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
}
