package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.DispatchSettings;
import org.delay.redisson.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several who want the same message at the same time. */
@Tag("system")
@Timeout(90)
class RacesTest {

    private static final int THREADS = 8;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Ledger ledger = new Ledger();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        redis.close();
    }

    @Test
    void aMessageIsCancelledOrDeliveredAroundItsDueTime() throws Exception {
        int number = 2_000;
        Random random = new Random(1);
        Set<String> cancelled = ConcurrentHashMap.newKeySet();
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger notFound = new AtomicInteger();
        try (Application application = Application.of(redis.uri(), "cancel")
                .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            List<Receipt> receipts = new ArrayList<>();
            for (int i = 0; i < number; i += 500) {
                receipts.addAll(application
                        .queue()
                        .schedule(IntStream.range(i, i + 500)
                                .mapToObj(n -> message("id" + n, Duration.ofMillis(500 + random.nextInt(2_000))))
                                .toList()));
            }
            ledger.accepted(receipts);
            ConcurrentLinkedQueue<Receipt> byTime = new ConcurrentLinkedQueue<>(receipts.stream()
                    .sorted(Comparator.comparing(Receipt::dueTime))
                    .toList());
            inParallel(THREADS, seed -> {
                Random offsets = new Random(seed);
                for (Receipt next = byTime.poll(); next != null; next = byTime.poll()) {
                    awaitTime(next.dueTime().plusNanos(offsets.nextInt(10_000_000) - 5_000_000));
                    CancelResult result = application.queue().cancel("races", next.id());
                    switch (result) {
                        case CANCELLED -> cancelled.add(next.id());
                        case IN_FLIGHT -> inFlight.incrementAndGet();
                        case NOT_FOUND -> notFound.incrementAndGet();
                    }
                }
            });
            ledger.awaitArrivals(number - cancelled.size(), TIMEOUT);
        }
        assertThat(ledger.early()).isEmpty();
        assertThat(ledger.duplicates()).isZero();
        assertThat(ledger.missing()).containsExactlyInAnyOrderElementsOf(cancelled);
        Report.say(
                "Cancels at the due time ± 5 ms",
                "%d cancelled, %d in flight, %d delivered before; cancelled and delivered: 0",
                cancelled.size(),
                inFlight.get(),
                notFound.get());
        assertThat(cancelled).isNotEmpty();
        assertThat(ledger.arrivedSoFar()).isPositive();
    }

    @Test
    void anIdThatManySendIsAcceptedOnce() throws Exception {
        int number = 10_000;
        int bulk = 250;
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger rejected = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(THREADS);
        inParallel(THREADS, client -> {
            try (Application application = Application.of(redis.uri(), "same")) {
                together.await();
                for (int from = 0; from < number; from += bulk) {
                    List<OutgoingMessage> messages = IntStream.range(from, from + bulk)
                            .mapToObj(i -> OutgoingMessage.to("races")
                                    .id("id" + i)
                                    .body("by " + client)
                                    .delay(Duration.ofMinutes(10))
                                    .onDuplicate(OnDuplicate.REJECT)
                                    .build())
                            .toList();
                    try {
                        accepted.addAndGet(
                                application.queue().schedule(messages).size());
                    } catch (DelayQueueException.PartlySent e) {
                        accepted.addAndGet(e.receipts().size());
                        rejected.addAndGet(e.ids().size());
                        assertThat(e.failures()).allMatch(failure -> failure instanceof DelayQueueException.Duplicate);
                    } catch (DelayQueueException.Duplicate e) {
                        rejected.addAndGet(e.ids().size());
                    }
                }
            }
        });
        Report.say("8 clients send the same 10,000 ids", "%d accepted, %d rejected", accepted.get(), rejected.get());
        assertThat(accepted).hasValue(number);
        assertThat(rejected).hasValue(number * (THREADS - 1));
    }

    @Test
    void twoApplicationsDeliverEachMessageOnce() {
        int number = 10_000;
        AtomicInteger byFirst = new AtomicInteger();
        try (Application first = Application.of(redis.uri(), "two");
                Application second = Application.of(redis.uri(), "two")) {
            first.dispatching(DispatchSettings.DEFAULTS, new Handler(message -> {
                byFirst.incrementAndGet();
                ledger.arrived(message);
            }));
            second.dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived));
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
        assertThat(byFirst.get()).as("both work").isStrictlyBetween(0, number);
    }

    private static OutgoingMessage message(String id, Duration delay) {
        return OutgoingMessage.to("races").id(id).body("body").delay(delay).build();
    }

    private static void awaitTime(Instant time) {
        for (Duration left = Duration.between(Instant.now(), time);
                !left.isNegative() && !left.isZero();
                left = Duration.between(Instant.now(), time)) {
            LockSupport.parkNanos(left.toNanos());
        }
    }

    /** Something that one of several threads does. */
    @FunctionalInterface
    private interface Part {
        void run(int thread) throws Exception;
    }

    private void inParallel(int number, Part part) throws Exception {
        List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            int thread = i;
            parts.add(threads.submit(() -> {
                part.run(thread);
                return null;
            }));
        }
        for (Future<?> one : parts) {
            one.get();
        }
    }
}
