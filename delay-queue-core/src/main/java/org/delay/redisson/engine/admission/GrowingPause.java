package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long one topic is deferred: twice as long each time, and longer the more topics wait beside it, so that many topics
 * that must wait do not keep a shard busy. Guarded by its owner's lock.
 */
final class GrowingPause {

    private static final long FIRST = Duration.ofSeconds(1).toNanos();

    /** Longer would only save Redis calls; an instance that dies leaves its topics deferred for that long. */
    private static final long LONGEST = Duration.ofSeconds(30).toNanos();

    /** For each topic that waits: together they come back at most 500 times a second. */
    private static final long PER_TOPIC = Duration.ofMillis(2).toNanos();

    /** The last pause, or 0 before the first. */
    private long length;

    private long end;

    /** A pause that is over. */
    GrowingPause(long now) {
        this.end = now;
    }

    /** The first pause of a topic beside some that wait. */
    static Duration first(int waiting) {
        return spread(scaled(FIRST, waiting));
    }

    private static long scaled(long pause, int waiting) {
        return Math.min(Math.max(pause, waiting * PER_TOPIC), LONGEST);
    }

    /** Up to a fifth more, so that many topics do not come back together. */
    private static Duration spread(long pause) {
        return Duration.ofNanos(
                pause + (long) (pause * 0.2 * ThreadLocalRandom.current().nextDouble()));
    }

    boolean isOver(long now) {
        return now - end >= 0;
    }

    /** How long the topic is to be deferred now: what is left of its pause, or the next one. */
    Duration left(long now, int waiting) {
        return spread(isOver(now) ? scaled(next(), waiting) : end - now);
    }

    private long next() {
        return length == 0 ? FIRST : Math.min(2 * length, LONGEST);
    }

    /** The topic was deferred: unless its pause goes on, the next one begins. */
    void deferred(long now, int waiting) {
        if (isOver(now)) {
            length = next();
            end = now + scaled(length, waiting);
        }
    }

    /** The topic failed: its pause begins again, a longer one if it failed before. */
    void failed(long now, boolean again) {
        length = length == 0 || again ? next() : length;
        end = now + length;
    }

    /** Ends this pause; the next one is longer all the same. */
    void end(long now) {
        end = now;
    }
}
