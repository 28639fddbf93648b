package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two applications that want the same messages. */
@Timeout(300)
class TwoApplicationsTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Ledger ledger = new Ledger();
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void twoApplicationsDeliverEachMessageOnce() {
        int number = 10_000;
        AtomicInteger byFirst = new AtomicInteger();
        // The first messages of each are held until the other has one.
        CountDownLatch bothAtWork = new CountDownLatch(2);
        AtomicBoolean firstWorks = new AtomicBoolean();
        AtomicBoolean secondWorks = new AtomicBoolean();
        try (Application first = Application.patient(redis.uri(), "two");
                Application second = Application.patient(redis.uri(), "two")) {
            first.dispatching(DispatchSettings.DEFAULTS, new Handler(message -> {
                byFirst.incrementAndGet();
                ledger.arrived(message);
                meet(firstWorks, bothAtWork);
            }));
            second.dispatching(DispatchSettings.DEFAULTS, new Handler(message -> {
                ledger.arrived(message);
                meet(secondWorks, bothAtWork);
            }));
            for (int from = 0; from < number; from += 500) {
                ledger.accepted(first.queue()
                        .schedule(IntStream.range(from, from + 500)
                                .mapToObj(i -> message("id" + i, Duration.ofMillis(i % 1_000)))
                                .toList()));
            }
            ledger.awaitComplete(TIMEOUT);
        }
        assertThat(ledger.duplicates()).isZero();
        Report.say(
                "Two applications, 10,000 messages", "%d by the first, lateness %s", byFirst.get(), ledger.lateness());
        assertThat(bothAtWork.getCount()).as("both work").isZero();
    }

    private static void meet(AtomicBoolean works, CountDownLatch both) throws InterruptedException {
        if (works.compareAndSet(false, true)) {
            both.countDown();
        }
        boolean unused = both.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static OutgoingMessage message(String id, Duration delay) {
        return OutgoingMessage.to("races").id(id).body("body").delay(delay).build();
    }
}
