package org.delay.redisson.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock that tests move. It stands still between moves, or goes with the real time and can be moved in addition. Has
 * the resolution of {@link Instant}. Safe for use by many threads.
 */
public final class MovableClock extends Clock {

    private final Clock base;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private Duration offset = Duration.ZERO;

    private MovableClock(Clock base) {
        this.base = base;
    }

    /** A clock that stands at a moment until it is moved. */
    public static MovableClock at(Instant start) {
        return new MovableClock(Clock.fixed(start, ZoneOffset.UTC));
    }

    /**
     * A clock that stands at the moment of this call, in whole milliseconds, until it is moved. Queues count in
     * milliseconds and round due times up, so after a delay of half an hour and half an hour the message is due.
     */
    public static MovableClock stopped() {
        return at(Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** A clock that goes with the real time, and can be moved ahead of it or behind it. */
    public static MovableClock ticking() {
        return new MovableClock(Clock.systemUTC());
    }

    /** Moves the clock by a duration, a negative one backwards; what waits for a time on this clock is woken. */
    public void advance(Duration duration) {
        synchronized (this) {
            offset = offset.plus(duration);
        }
        listeners.forEach(Runnable::run);
    }

    /** Moves the clock to a moment. */
    public void set(Instant moment) {
        synchronized (this) {
            offset = Duration.between(base.instant(), moment);
        }
        listeners.forEach(Runnable::run);
    }

    /** Calls back after each move, on the thread that moves the clock. */
    void onMove(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public synchronized Instant instant() {
        return base.instant().plus(offset);
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    /**
     * Not supported: nothing of the queue knows time zones.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("A MovableClock has no time zone but UTC");
    }
}
