package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.DispatchOperations.WakeUpListener;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * When each shard is to be looked at next. Workers take what is due, and put it back with its next time as soon as they
 * have Redis's answer.
 *
 * <p>The rule that no wake-up is lost by: a signal may only bring a time forward; only an answer may push it back, and
 * only up to the earliest signal that came since the call was {@linkplain #sent sent}. An earlier signal's message was
 * stored before the call, so the answer knows of it.
 *
 * <p>All times are this instance's own: one that is not a shard's {@linkplain ShardOwnership owner} is late on purpose, by its
 * {@linkplain FailoverDelay grace}.
 *
 * <p>Signals arrive on the client's threads: the lock is held for a few instructions, never during a call.
 */
final class ShardSchedule implements WakeUpListener {

    /** Signals for shards that nobody knows of may be junk: one survey in this time is enough for all of them. */
    private static final Duration BETWEEN_SURVEYS = Duration.ofMillis(100);

    private final DelayQueue<Turn> turns = new DelayQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayList<Shard> shards = new ArrayList<>();
    private final Ticker ticker;
    private final Duration sweep;
    private final ShardOwnership owners;
    private final ShardDiscovery survey;
    private long surveyed;

    /**
     * Begins with the survey, which is due at once and tells of the shards by {@link #growTo}.
     *
     * @param sweep how long an owner leaves a shard without a look, at most
     */
    ShardSchedule(Ticker ticker, Duration sweep, ShardOwnership owners, ShardDiscovery survey) {
        this.ticker = ticker;
        this.sweep = sweep;
        this.owners = owners;
        this.survey = survey;
        this.surveyed = ticker.nanos() - BETWEEN_SURVEYS.toNanos();
        putBack(survey, Duration.ZERO);
    }

    /** Waits for the next errand that is due; null when the schedule has ended. */
    @Nullable
    ScheduledTask take() throws InterruptedException {
        return taken(turns.take());
    }

    /** The next errand that is due now, or null. */
    @Nullable
    ScheduledTask poll() {
        Turn turn = turns.poll();
        return turn == null ? null : taken(turn);
    }

    private @Nullable ScheduledTask taken(Turn turn) {
        ScheduledTask errand = turn.errand;
        if (errand == null) {
            turns.add(turn);
            return null;
        }
        lock.lock();
        try {
            errand.waiting = false;
            errand.signalled = null;
        } finally {
            lock.unlock();
        }
        return errand;
    }

    /** The errand's call is about to be sent: what was signalled until now will be in its answer. */
    void sent(ScheduledTask errand) {
        lock.lock();
        try {
            errand.signalled = null;
            if (errand == survey) {
                surveyed = ticker.nanos();
            }
        } finally {
            lock.unlock();
        }
    }

    /** By an answer: the shard is due now if one of its topics is, else when the next one will be, or at the next sweep. */
    void putBack(Shard shard, ShardState state, long answered, Duration respite) {
        shard.answered(state.due());
        lock.lock();
        try {
            Duration wait = state.due().isEmpty() ? untilNext(state, shard.rank) : respite;
            putBack(shard, answered + wait.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Exact in both directions: Redis counts a message as due when its clock, rounded down to a millisecond, has
     * reached the due time; that is as soon as the microseconds from now until then are over.
     */
    private Duration untilNext(ShardState state, int rank) {
        Duration most = FailoverDelay.sweep(rank, sweep);
        Long next = state.next();
        if (next == null || next - state.now() / 1000 > most.toMillis()) {
            return most;
        }
        long micros = Math.max(0, next * 1000 - state.now());
        return Duration.ofNanos(
                Math.min(micros * 1000 + FailoverDelay.grace(rank).toNanos(), most.toNanos()));
    }

    /** With topics that are left to others: after the given time as the owner, by its own grace as another. */
    void putBackWatched(Shard shard, Duration ownersPause) {
        lock.lock();
        try {
            Duration grace = FailoverDelay.grace(shard.rank);
            Duration most = FailoverDelay.sweep(shard.rank, sweep);
            Duration wait = shard.rank == 0 ? ownersPause : grace.compareTo(most) < 0 ? grace : most;
            putBack(shard, ticker.nanos() + wait.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Without an answer: after the given time. */
    void putBack(ScheduledTask errand, Duration in) {
        putBack(errand, ticker.nanos() + in.toNanos());
    }

    private void putBack(ScheduledTask errand, long at) {
        lock.lock();
        try {
            Long signalled = errand.signalled;
            add(errand, signalled != null && signalled - at < 0 ? signalled : at);
        } finally {
            lock.unlock();
        }
    }

    private void add(ScheduledTask errand, long at) {
        Turn turn = errand.turn;
        if (turn == null) {
            turn = new Turn(errand, at);
            errand.turn = turn;
        }
        if (errand.waiting) {
            turns.remove(turn);
        }
        turn.at = at;
        turns.add(turn);
        errand.waiting = true;
    }

    /** A shard has a backlog: a worker that is free makes a second claim, unless one is under way. */
    void rush(Shard shard, String topic) {
        lock.lock();
        try {
            if (shard.rush().topic == null) {
                add(shard.rush(), ticker.nanos());
                shard.rush().topic = topic;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The second claim is not under way any more. */
    void ended(BacklogClaim rush) {
        lock.lock();
        try {
            rush.topic = null;
        } finally {
            lock.unlock();
        }
    }

    /** There are so many shards, or more: new ones are due at once. */
    void growTo(int number) {
        lock.lock();
        try {
            // What may fail for want of memory comes first, so that a shard is known and in the schedule, or neither.
            shards.ensureCapacity(number);
            while (shards.size() < number) {
                Shard shard = new Shard(shards.size(), sweep);
                shard.rank = owners.rank(shard.number());
                add(shard, ticker.nanos());
                shards.add(shard);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void wakeUp(int shard, String topic, Duration in) {
        wakeUp(shard, in);
    }

    void wakeUp(int number, Duration in) {
        lock.lock();
        try {
            if (number >= 0 && number < shards.size()) {
                Shard shard = shards.get(number);
                // A later time than the sweep's changes nothing, and neither it nor the far past fit into nanoseconds.
                if (in.compareTo(FailoverDelay.sweep(shard.rank, sweep)) < 0) {
                    long due = ticker.nanos() + (in.isNegative() ? 0 : in.toNanos());
                    bringForward(shard, due + FailoverDelay.grace(shard.rank).toNanos());
                }
            } else if (number >= shards.size()) {
                long now = ticker.nanos();
                bringForward(survey, now + Math.max(0, surveyed + BETWEEN_SURVEYS.toNanos() - now));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void subscribed() {
        lock.lock();
        try {
            long now = ticker.nanos();
            shards.forEach(shard -> bringForward(shard, now));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void left(String instance) {
        if (owners.left(instance)) {
            reviewRanks();
        }
    }

    /** Other instances have come or gone: where this one has moved up it looks at once, for what nobody may have seen. */
    void reviewRanks() {
        lock.lock();
        try {
            long now = ticker.nanos();
            for (Shard shard : shards) {
                int before = shard.rank;
                shard.rank = owners.rank(shard.number());
                if (shard.rank < before) {
                    bringForward(shard, now);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void bringForward(ScheduledTask errand, long at) {
        Turn turn = errand.turn;
        if (turn == null || !errand.waiting) {
            Long signalled = errand.signalled;
            if (signalled == null || at - signalled < 0) {
                errand.signalled = at;
            }
        } else if (at - turn.at < 0 && turns.remove(turn)) {
            add(errand, at);
        }
        // Else it is due earlier anyway, or a worker takes it this moment and its call will be sent after this signal.
    }

    /** From now on {@link #take} answers null, to every worker. */
    void end() {
        turns.add(new Turn(null, ticker.nanos() - TimeUnit.HOURS.toNanos(1)));
    }

    /** A place in the schedule; without an errand, its end. Its time changes only while it is not in the queue. */
    final class Turn implements Delayed {

        private final @Nullable ScheduledTask errand;
        private long at;

        private Turn(@Nullable ScheduledTask errand, long at) {
            this.errand = errand;
            this.at = at;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - ticker.nanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.signum(at - ((Turn) other).at);
        }
    }
}
