package org.delay.redisson.engine.schedule;

import java.time.Duration;
import org.delay.redisson.DispatchOperations.ShardState;

/**
 * When an instance polls a shard, by its place in order: the owner when something is due, and once in a sweep. The
 * others do so slightly later, to find what it left: the second in order 60 ms after the due time, each further one after
 * twice that delay. An instance that finds topics due claims from them until none is left. So the others stand in for an
 * owner that is dead, busy or paused, and help one that has too much. When all goes well they find nothing. That costs at
 * most 33 polls a second for a busy shard, however many instances there are.
 *
 * <p>Without a due time, the next four poll every ten sweeps of the owner, the one behind them every twenty, and so on. So the
 * polls of an idle shard grow only with the logarithm of the number of instances. Each instance polls each shard once in two sweeps for
 * each instance, or once in 120 sweeps where there are fewer than 60.
 *
 * @param rank how many instances come before this one: 0 for the owner
 * @param instances how many there are
 * @param ownersSweep how long an owner leaves a shard without a poll, at most
 */
record FailoverDelay(int rank, int instances, Duration ownersSweep) {

    /** Longer than a healthy owner takes, and short enough that three of them are not noticed. */
    static final Duration STEP = Duration.ofMillis(60);

    /** Slightly longer than the delay of the third in order: by then others have seen a topic that is due. */
    static final Duration UNTIL_OTHERS_LOOK = grace(2).plus(STEP.dividedBy(2));

    /** How many sweeps of an owner make one of those that are next in order. */
    private static final int SWEEPS_OF_NEXT = 10;

    /**
     * How many hear a shard's wake-ups: the owner and the next two. If all three die at once, the others find what is due by
     * their sweeps.
     */
    static final int NEAR = 3;

    /** How many are next in order: those that hear the shard's wake-ups, and two that may be the first who are alive. */
    private static final int NEXT = NEAR + 1;

    /** How many sweeps of an owner make one of any other, at most: for each instance, and for few of them. */
    private static final int SWEEPS_OF_INSTANCE = 2;

    private static final int SWEEPS_OF_FEW = 120;

    /** No wake-up is sent for a topic that becomes due behind one that is already due. */
    static final Duration WHILE_OFFERED = Duration.ofMillis(20);

    private static final int MAX_DOUBLINGS = 20;

    private static Duration grace(int rank) {
        return rank == 0 ? Duration.ZERO : STEP.multipliedBy(1L << Math.min(rank - 1, MAX_DOUBLINGS));
    }

    /** How long after a due time to poll. */
    Duration grace() {
        return grace(rank);
    }

    /** How long the shard is left without a poll, at most. */
    Duration sweep() {
        long most = Math.max(SWEEPS_OF_FEW, (long) SWEEPS_OF_INSTANCE * instances);
        long sweeps = (long) SWEEPS_OF_NEXT * Math.max(1, rank - NEXT + 1);
        return rank == 0 ? ownersSweep : ownersSweep.multipliedBy(Math.min(sweeps, most));
    }

    /**
     * How long after an answer to poll, by what it says is due next. Exact in both directions: Redis counts a message as due
     * when its clock, rounded down to a millisecond, has reached the due time; that is as soon as the microseconds from now
     * until then are over.
     */
    Duration untilNext(ShardState state) {
        Duration most = sweep();
        Long next = state.next();
        if (next == null || next - state.now() / 1000 > most.toMillis()) {
            return most;
        }
        long micros = Math.max(0, next * 1000 - state.now());
        return Duration.ofNanos(Math.min(micros * 1000 + grace().toNanos(), most.toNanos()));
    }

    /** How soon to poll again while all topics that are due are left to others. */
    Duration whileOffered() {
        return rank == 0 ? WHILE_OFFERED : graceOrSweep();
    }

    /** How long after a due time this instance, and all before it, have polled. */
    Duration untilLooked() {
        return graceOrSweep().plus(STEP.multipliedBy(2));
    }

    /** How long after a time at which something may be due to poll. */
    Duration graceOrSweep() {
        return grace().compareTo(sweep()) < 0 ? grace() : sweep();
    }
}
