package org.delay.redisson.engine.schedule;

import java.time.Duration;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.schedule.ScheduledTask.Poll;
import org.delay.redisson.engine.schedule.ScheduledTask.SecondTurn;

/** A shard, its timers, and this instance's place in its order. Guarded by the lock of {@link ShardSchedule}. */
final class ShardSlot {

    final Shard shard;
    final SecondClaim second;
    private final TimerQueue<ScheduledTask> tasks;
    private final TimerQueue<ScheduledTask>.Timer poll;
    private final TimerQueue<ScheduledTask>.Timer claim;
    private FailoverDelay delay;

    ShardSlot(int number, TimerQueue<ScheduledTask> tasks, ShardOwnership ownership) {
        this.shard = new Shard(number, ownership.sweep());
        this.second = new SecondClaim(shard);
        this.tasks = tasks;
        this.poll = tasks.timer(new Poll(shard));
        this.claim = tasks.timer(new SecondTurn(second));
        this.delay = ownership.delay(number);
    }

    /** A poll has found topics due. */
    void foundDue(ShardOwnership ownership) {
        if (delay.rank() > 0) {
            ownership.doubt();
        }
    }

    void sent() {
        tasks.sent(poll);
    }

    /** Its next poll is due at the given time. */
    void putBack(long at) {
        tasks.putBack(poll, at);
    }

    /** Its next poll is due by an answer; if topics are due, after the given time. */
    void putBack(ShardState state, long answered, Duration ifDue) {
        Duration wait = state.due().isEmpty() ? delay.untilNext(state) : ifDue;
        putBack(answered + wait.toNanos());
    }

    /** All topics that are due are left to others. */
    void putBackOffered(long now) {
        putBack(now + delay.whileOffered().toNanos());
    }

    /** A second claim is due now. */
    void putBackSecondClaim(long now) {
        tasks.putBack(claim, now);
    }

    /** Something is due after the given time. */
    void wakeUp(Duration in, long now) {
        // A later time than the sweep's changes nothing, and neither it nor the far past fit into nanoseconds.
        if (in.compareTo(delay.sweep()) < 0) {
            long due = now + (in.isNegative() ? 0 : in.toNanos());
            tasks.bringForward(poll, due + delay.grace().toNanos());
        }
    }

    /** Something may be due. */
    void wakeUp(long now) {
        tasks.bringForward(poll, now + delay.graceOrSweep().toNanos());
    }

    /**
     * The order has changed. An instance that has become the owner polls at once, because its predecessor may not have seen
     * everything. One that has only moved up, as all behind one that has gone, polls by its new sweep.
     */
    void move(FailoverDelay to, long now) {
        boolean isCloser = to.sweep().compareTo(delay.sweep()) < 0;
        delay = to;
        if (isCloser) {
            tasks.bringForward(poll, now + (to.rank() == 0 ? 0 : to.sweep().toNanos()));
        }
    }
}
