package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * How long a thread of this machine waits.
 *
 * @param trips of each call to Redis, nanoseconds
 * @param late how much later than asked for the thread woke up before each call, nanoseconds
 */
record Waits(Samples trips, Samples late) {

    private static final double HALF = 0.5;

    /** Makes so many calls with pauses between them. */
    static Waits measure(Duration pace, int calls, IntConsumer call) {
        long[] trips = new long[calls];
        long[] late = new long[calls];
        for (int i = 0; i < calls; i++) {
            long asked = System.nanoTime() + pace.toNanos();
            for (long left = pace.toNanos(); left > 0; left = asked - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            long began = System.nanoTime();
            late[i] = began - asked;
            call.accept(i);
            trips[i] = System.nanoTime() - began;
        }
        return new Waits(Samples.of(trips), Samples.of(late));
    }

    /** The same without Redis's own time in each call, nanoseconds. */
    Waits without(long nanos) {
        return new Waits(trips.without(nanos), late);
    }

    /** On a machine where each takes as long as the median here. */
    Waits undisturbed() {
        return new Waits(Samples.of(trips.at(HALF)), Samples.of(late.at(HALF)));
    }
}
