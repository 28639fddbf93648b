package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the Redis that has some keys told of its clock. Thread-safe. Times of this machine are of {@link System#nanoTime}, and
 * those of Redis are in microseconds since the epoch.
 */
final class RedisClock {

    /** Two clocks run apart by less than this share of the time that passes: 500 ppm. */
    private static final long DRIFT = 2000;

    private record Reading(long micros, long at) {

        /** A time that Redis's clock has passed at a time of this machine, unless it was put back. */
        long atLeast(long nanos) {
            long elapsed = (nanos - at) / 1000;
            return micros + elapsed - Math.abs(elapsed) / DRIFT;
        }
    }

    private final Consumer<Duration> putBack;
    private final AtomicReference<@Nullable Reading> latest = new AtomicReference<>();

    /** @param putBack is told by how much the clock was put back, when it was */
    RedisClock(Consumer<Duration> putBack) {
        this.putBack = putBack;
    }

    /** A time that Redis's clock has passed at a time of this machine; 0 if nothing is known. */
    long atLeast(long nanos) {
        Reading reading = latest.get();
        return reading == null ? 0 : reading.atLeast(nanos);
    }

    /** Redis told its time in an answer to a call that was made and answered at these times. */
    void told(long micros, long asked, long answered) {
        Reading told = new Reading(micros, answered);
        Reading known = latest.get();
        if (known == null) {
            latest.compareAndSet(null, told);
        } else if (micros < known.atLeast(asked)) {
            // The clock was put back, or another Redis has the keys now.
            if (latest.compareAndSet(known, told)) {
                putBack.accept(Duration.ofNanos((known.atLeast(asked) - micros) * 1000));
            }
        } else if (micros > known.atLeast(answered)) {
            latest.compareAndSet(known, told);
        }
    }
}
