package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long one topic is deferred: twice as long each time, and longer the more topics wait beside it, so that many topics
 * that must wait do not keep a shard busy. Guarded by its owner's lock.
 */
final class DeferralBackoff {

    private static final long FIRST = Duration.ofSeconds(1).toNanos();

    /** Longer would only save Redis calls; an instance that dies leaves its topics deferred for that long. */
    private static final long LONGEST = Duration.ofSeconds(30).toNanos();

    /** For each topic that waits: together they come back at most 500 times a second. */
    private static final long PER_TOPIC = Duration.ofMillis(2).toNanos();

    /** The last deferral, or 0 before the first. */
    private long length;

    private long grew;
    private long end;

    /** A deferral that is over. */
    DeferralBackoff(long now) {
        this.grew = now;
        this.end = now;
    }

    /** The first deferral of a topic beside some that wait. */
    static Duration first(int waiting) {
        return spread(scaled(FIRST, waiting));
    }

    private static long scaled(long time, int waiting) {
        return Math.min(Math.max(time, waiting * PER_TOPIC), LONGEST);
    }

    /** Up to a fifth more, so that many topics do not come back together. */
    private static Duration spread(long time) {
        return Duration.ofNanos(
                time + (long) (time * 0.2 * ThreadLocalRandom.current().nextDouble()));
    }

    boolean isOver(long now) {
        return now - end >= 0;
    }

    /** How long the topic is to be deferred now: what is left of its deferral, or the next one. */
    Duration left(long now, int waiting) {
        return spread(isOver(now) ? scaled(next(), waiting) : end - now);
    }

    private long next() {
        return length == 0 ? FIRST : Math.min(2 * length, LONGEST);
    }

    /** The topic was deferred: unless its deferral goes on, the next one begins. */
    void deferred(long now, int waiting) {
        if (isOver(now)) {
            grow(now);
            end = now + scaled(length, waiting);
        }
    }

    /**
     * The topic failed: its deferral begins again. It is a longer one if the topic failed before, and if it has not grown since this
     * try began: tries that fail at the same time tell the same.
     *
     * @param began when this try began
     */
    void failed(long now, long began, boolean again) {
        if (length == 0 || (again && began - grew >= 0)) {
            grow(now);
        }
        end = now + length;
    }

    private void grow(long now) {
        length = next();
        grew = now;
    }

    /** Ends this deferral; the next one is longer all the same. */
    void end(long now) {
        end = now;
    }
}
