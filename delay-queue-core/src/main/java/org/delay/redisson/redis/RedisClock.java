package org.delay.redisson.redis;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the clock of the Redis server that holds some keys, from the times in its answers. Thread-safe. Times of this
 * machine come from {@link System#nanoTime}. Redis's times are in microseconds since the epoch.
 */
final class RedisClock {

    /** Two clocks drift apart by less than this fraction of the elapsed time: 500 ppm. */
    private static final long DRIFT = 2000;

    private record Reading(long micros, long at) {

        /** A time that Redis's clock has passed at a time of this machine, unless it was set back. */
        long atLeast(long nanos) {
            long elapsed = (nanos - at) / 1000;
            return micros + elapsed - Math.abs(elapsed) / DRIFT;
        }

        /** A time that Redis's clock has not passed at a time of this machine, unless it was set forward. */
        long atMost(long nanos) {
            long elapsed = (nanos - at) / 1000;
            return micros + elapsed + Math.abs(elapsed) / DRIFT + 1;
        }
    }

    /**
     * @param highest the latest time that it has certainly passed, even if it was set back since
     * @param lowest the earliest time that it has certainly not passed: at the time of a call, it shows no more than the answer
     */
    private record Readings(Reading latest, Reading highest, Reading lowest) {}

    private final Consumer<Duration> putBack;
    private final AtomicReference<@Nullable Readings> known = new AtomicReference<>();

    /** @param putBack called with the difference when the clock was set back */
    RedisClock(Consumer<Duration> putBack) {
        this.putBack = putBack;
    }

    /** A time that Redis's clock has passed at a time of this machine; 0 if nothing is known. */
    long atLeast(long nanos) {
        Readings readings = known.get();
        return readings == null ? 0 : readings.latest().atLeast(nanos);
    }

    /** A time that Redis's clock has not passed at a time of this machine; 0 if nothing is known. */
    long atMost(long nanos) {
        Readings readings = known.get();
        return readings == null ? 0 : readings.lowest().atMost(nanos);
    }

    /** How far it is behind the latest time that it had passed before it was set back; zero once it has caught up. */
    Duration behind(long nanos) {
        Readings readings = known.get();
        return readings == null
                ? Duration.ZERO
                : micros(Math.max(
                        0, readings.highest().micros() - readings.latest().atLeast(nanos)));
    }

    /** The least time that it would show at a time of this machine if it had not been set back; 0 if nothing is known. */
    long withoutPuttingBack(long nanos) {
        Readings readings = known.get();
        return readings == null ? 0 : readings.highest().atLeast(nanos);
    }

    /** An answer contained Redis's time. The call was made and answered at these times of this machine. */
    void observed(long micros, long asked, long answered) {
        Reading reading = new Reading(micros, answered);
        Readings before = known.get();
        if (before == null) {
            known.compareAndSet(null, new Readings(reading, reading, new Reading(micros, asked)));
            return;
        }
        Reading lowest = lowest(before.lowest(), micros, asked, answered);
        long passed = before.latest().atLeast(asked);
        if (micros < passed) {
            // The clock was set back, or another server has the keys now.
            Reading highest = later(before.highest(), new Reading(passed, asked));
            if (known.compareAndSet(before, new Readings(reading, highest, new Reading(micros, asked)))) {
                putBack.accept(micros(passed - micros));
            }
        } else if (micros > before.latest().atLeast(answered)) {
            known.compareAndSet(before, new Readings(reading, later(before.highest(), reading), lowest));
        } else if (!lowest.equals(before.lowest())) {
            known.compareAndSet(before, new Readings(before.latest(), before.highest(), lowest));
        }
    }

    /** The new reading if it is the better one, or if the clock was set forward since the old one. */
    private static Reading lowest(Reading before, long micros, long asked, long answered) {
        return micros < before.atMost(asked) || micros > before.atMost(answered) ? new Reading(micros, asked) : before;
    }

    private static Reading later(Reading one, Reading other) {
        return one.micros() > other.micros() ? one : other;
    }

    private static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }
}
