package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.Random;

/** The engine's growing pauses with chance from the seed: their own chance is another one in each run. */
final class SeededPause {

    private static final long FIRST = Duration.ofMillis(100).toNanos();

    private static final double JITTER = 0.2;

    private SeededPause() {}

    /** The pause of which the engine has drawn one, drawn again. */
    static Duration instead(Duration drawn, Duration most, Random random) {
        long whole = FIRST;
        while (whole < drawn.toNanos()) {
            whole *= 2;
        }
        return shortened(Math.min(whole, most.toNanos()), random);
    }

    /** A pause of which a fifth is chance. */
    static Duration shortened(long whole, Random random) {
        return Duration.ofNanos(whole - (long) (whole * JITTER * random.nextDouble()));
    }
}
