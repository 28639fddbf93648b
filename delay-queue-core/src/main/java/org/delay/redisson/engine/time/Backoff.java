package org.delay.redisson.engine.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits that double, for one thread at a time. Up to 20 % of each is random, so that many do not return together. */
public final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(100);

    private static final Duration MAX = Duration.ofSeconds(1);

    private final long first;
    private final long max;
    private long next;

    /** 100 ms, doubling to the given time, which counts as 1 s where it is longer. */
    public static Backoff upTo(Duration time) {
        Duration max = time.compareTo(MAX) < 0 ? time : MAX;
        return new Backoff(max.compareTo(FIRST) < 0 ? max : FIRST, max);
    }

    /** Waits from {@code first}, doubling to {@code max}. */
    public Backoff(Duration first, Duration max) {
        this.first = first.toNanos();
        this.max = max.toNanos();
        this.next = this.first;
    }

    /** The next wait. The one after it is twice as long, up to the maximum. */
    public Duration next() {
        long wait = next;
        next = Math.min(2 * wait, max);
        return Duration.ofNanos(
                wait - (long) (wait * 0.2 * ThreadLocalRandom.current().nextDouble()));
    }

    /** Starts again with the first wait. */
    public void reset() {
        next = first;
    }
}
