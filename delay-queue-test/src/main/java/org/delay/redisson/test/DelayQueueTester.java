package org.delay.redisson.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.assertj.core.api.AssertProvider;
import org.delay.redisson.engine.DispatchEngine;
import org.jspecify.annotations.Nullable;

/**
 * Lets time pass for a queue in memory, and has what falls due delivered by a real engine meanwhile. In a test with
 * {@link AutoConfigureDelayQueueTest} it is a bean:
 *
 * <pre>{@code
 * service.place(order);
 * assertThat(delays).hasScheduled("order-timeout").dueIn(Duration.ofMinutes(30));
 *
 * delays.advance(Duration.ofMinutes(30));
 *
 * assertThat(orders.isCancelled(order.id())).isTrue();
 * }</pre>
 *
 * <p>Nothing is delivered while no call of this class runs, not even what is due at once. For one thread at a time.
 */
public final class DelayQueueTester implements AssertProvider<DelayQueueAssert> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final InMemoryDelayQueue queue;
    private final MovableClock clock;
    private final Supplier<@Nullable DispatchEngine> engines;
    private final Duration patience;
    private final List<Throwable> failures = new ArrayList<>();
    private final AtomicBoolean working = new AtomicBoolean();

    /**
     * A tester of one queue.
     *
     * @param clock the queue's
     * @param engines gives the engine that delivers its messages, not started; null where nobody receives any. It has one
     *     worker if the order of what is due in the same millisecond is to be certain
     */
    public DelayQueueTester(InMemoryDelayQueue queue, MovableClock clock, Supplier<@Nullable DispatchEngine> engines) {
        this(queue, clock, engines, PATIENCE);
    }

    DelayQueueTester(
            InMemoryDelayQueue queue,
            MovableClock clock,
            Supplier<@Nullable DispatchEngine> engines,
            Duration patience) {
        this.queue = queue;
        this.clock = clock;
        this.engines = engines;
        this.patience = patience;
    }

    /** The time at which the clock stands. */
    public Instant now() {
        return clock.instant();
    }

    /** The clock, for code under test that asks one. */
    public Clock clock() {
        return clock;
    }

    /** The queue itself, for more than this class has. */
    public InMemoryDelayQueue queue() {
        return queue;
    }

    /**
     * Lets time pass, and returns when all that fell due has been delivered and settled. Each message is delivered with the
     * clock standing at its due time, in the order of due times, priorities and sending; a delivery that fails is tried
     * again when its back-off is over, if that is within this time too. What listeners send meanwhile is delivered
     * likewise.
     *
     * @param time zero or more; zero delivers what is due already
     * @throws AssertionError if the messages that are due at one moment are not all delivered within 30 s of real time. Also
     *     if a {@code @KafkaListener} that was called without a broker threw an exception, or could not be called
     * @throws IllegalStateException if called by a listener
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time must not be negative, but is " + time);
        }
        advanceTo(now().plus(time));
    }

    /** As {@link #advance}, up to a time; one in the past is now. */
    public void advanceTo(Instant time) {
        if (!working.compareAndSet(false, true)) {
            throw new IllegalStateException("Time passes already: a listener can't let it pass");
        }
        try {
            deliverUntil(time);
            if (time.isAfter(now())) {
                clock.set(time);
            }
        } finally {
            working.set(false);
        }
        throwFailures();
    }

    private void deliverUntil(Instant time) {
        DispatchEngine engine = engines.get();
        if (engine == null) {
            return;
        }
        Instant last = time.isAfter(now()) ? time : now();
        for (Instant next = queue.next(engine::serves);
                next != null && !next.isAfter(last);
                next = queue.next(engine::serves)) {
            if (next.isAfter(now())) {
                clock.set(next);
            }
            deliverDue(engine);
        }
    }

    /** Stopped each time, so that whoever hears of what became of a message has done so before time passes. */
    private void deliverDue(DispatchEngine engine) {
        engine.start();
        boolean quiet = false;
        try {
            quiet = queue.awaitQuiet(engine::serves, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            engine.stop(quiet ? patience : Duration.ZERO);
        }
        if (!quiet) {
            queue.shutOutClaimers();
            throw new AssertionError("At " + now() + " something is due or being delivered still, after " + patience
                    + ": " + queue.stored());
        }
    }

    /** Something that is no failure of a delivery, but that a test must hear of. */
    void failed(Throwable failure) {
        synchronized (failures) {
            failures.add(failure);
        }
    }

    private void throwFailures() {
        List<Throwable> thrown;
        synchronized (failures) {
            thrown = List.copyOf(failures);
            failures.clear();
        }
        if (!thrown.isEmpty()) {
            AssertionError error = new AssertionError(thrown.get(0).getMessage(), thrown.get(0));
            thrown.stream().skip(1).forEach(error::addSuppressed);
            throw error;
        }
    }

    /**
     * Forgets all that the queue was told, pauses and numbers of shards too, and sets the clock to the real time. Done
     * before each test of an application.
     */
    public void reset() {
        queue.clear();
        synchronized (failures) {
            failures.clear();
        }
        clock.set(Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** For AssertJ: {@code assertThat(delays)} checks what was scheduled, cancelled or given up. */
    @Override
    public DelayQueueAssert assertThat() {
        return queue.assertThat();
    }
}
