package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.delay.redisson.engine.time.Backoff;

/** What is known of a shard. Used by the worker that has it, which leaves it to the next one through the schedule. */
public final class Shard {

    /** How many claims in a row may find nothing by coincidence, although a topic is listed as due. */
    private static final int COINCIDENCES = 3;

    private static final int MAX_DOUBLINGS = 6;

    private final int number;
    private final Deque<String> due = new ArrayDeque<>();
    private final Backoff backoff;
    private int emptyClaims;

    /** A shard of which nothing is known. */
    public Shard(int number, Duration sweep) {
        this.number = number;
        this.backoff = Backoff.upTo(sweep);
    }

    /** Its number, from 0. */
    public int number() {
        return number;
    }

    /** The topics that were due at the last answer and were not taken since; the one that waits longest comes first. */
    public Deque<String> due() {
        return due;
    }

    /** Replaces the topics that are known to be due by those that an answer names. */
    public void setDue(Collection<String> dueTopics) {
        due.clear();
        due.addAll(dueTopics);
    }

    /** All calls of a worker's turn worked; a poll may work while claims do not. */
    public void resetBackoff() {
        backoff.reset();
    }

    /** A call failed: forgets which topics are due, and returns how long to leave the shard alone. */
    public Duration backOff() {
        due.clear();
        return backoff.next();
    }

    /**
     * Counts claims in a row that found nothing, and returns how long to leave the shard alone. If several instances claim from
     * one topic, some of them find nothing. If that goes on, a topic is listed as due but has no messages, and must not keep a
     * worker busy.
     */
    public Duration delayAfterClaim(boolean isEmpty) {
        emptyClaims = isEmpty ? emptyClaims + 1 : 0;
        int doublings = Math.min(emptyClaims - COINCIDENCES, MAX_DOUBLINGS);
        return doublings <= 0 ? Duration.ZERO : Duration.ofMillis(1L << doublings);
    }
}
