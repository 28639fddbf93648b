package org.delay.redisson.engine;

import java.time.Duration;

/**
 * When an instance looks at a shard, by its rank: the owner when something is due, and after the sweep at the latest. The
 * others a little later, to find what it left: the second 60 ms after the due time, each further one twice as long after
 * it. Whoever finds topics due claims from them until none is, so that an owner that is dead, busy or paused is stood in
 * for, and one that has too much gets help. Where all goes well they find nothing, and that is all it costs: not more than
 * 33 looks a second for a busy shard, however many instances there are.
 */
final class FailoverDelay {

    /** Longer than an owner takes that is in order, and short enough that three of them are not missed. */
    static final Duration STEP = Duration.ofMillis(60);

    /** How much more rarely than the owner the others look where nothing is known to be due. */
    static final int RARELY = 10;

    private static final int MOST_DOUBLINGS = 20;

    private FailoverDelay() {}

    /** How long a shard goes without being looked at, at most. */
    static Duration sweep(int rank, Duration ownersSweep) {
        return rank == 0 ? ownersSweep : ownersSweep.multipliedBy(RARELY);
    }

    /** How long after a due time to look. */
    static Duration grace(int rank) {
        return rank == 0 ? Duration.ZERO : STEP.multipliedBy(1L << Math.min(rank - 1, MOST_DOUBLINGS));
    }

    /** How long after a due time an instance has looked at the latest, and all that come before it. */
    static Duration untilLooked(int rank, Duration ownersSweep) {
        Duration grace = grace(rank);
        Duration sweep = sweep(rank, ownersSweep);
        return (grace.compareTo(sweep) < 0 ? grace : sweep).plus(STEP.multipliedBy(2));
    }
}
