package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.DispatchOperations.Instance;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.DispatchOperations.WakeUpListener;
import org.delay.redisson.engine.schedule.ScheduledTask.Backlog;
import org.delay.redisson.engine.schedule.ScheduledTask.Discovery;
import org.delay.redisson.engine.schedule.ScheduledTask.Poll;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * When each shard is polled next. Workers take what is due, and put it back with its next time as soon as they have Redis's
 * answer. {@link TimerQueue} has the rule by which no wake-up is lost.
 *
 * <p>All times are this instance's own: one that does not own a shard polls it late on purpose, by its {@link FailoverDelay}.
 */
public final class ShardSchedule implements WakeUpListener {

    /** Signals of unknown shards may be junk: one discovery in this time is enough for all of them. */
    private static final Duration BETWEEN_DISCOVERIES = Duration.ofMillis(100);

    private final TimerQueue<ScheduledTask> tasks;
    private final TimerQueue<ScheduledTask>.Timer discovery;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayList<Slot> slots = new ArrayList<>();
    private final Ticker ticker;
    private final ShardOwnership ownership;
    private long discovered;

    /** A shard and its timers. */
    private static final class Slot {

        private final Shard shard;
        private final BacklogClaim backlog;
        private final TimerQueue<ScheduledTask>.Timer poll;
        private final TimerQueue<ScheduledTask>.Timer claim;
        private FailoverDelay delay;

        private Slot(int number, TimerQueue<ScheduledTask> tasks, ShardOwnership ownership) {
            this.shard = new Shard(number, ownership.sweep());
            this.backlog = new BacklogClaim(shard);
            this.poll = tasks.timer(new Poll(shard));
            this.claim = tasks.timer(new Backlog(backlog));
            this.delay = ownership.delay(number);
        }
    }

    /** Begins with a discovery, which is due at once and adds the shards by {@link #growTo}. */
    public ShardSchedule(Ticker ticker, ShardOwnership ownership) {
        this.ticker = ticker;
        this.ownership = ownership;
        this.tasks = new TimerQueue<>(ticker);
        this.discovery = tasks.timer(new Discovery());
        this.discovered = ticker.nanos() - BETWEEN_DISCOVERIES.toNanos();
        tasks.putBack(discovery, ticker.nanos());
    }

    /** The order of the instances, as this one knows it. */
    public ShardOwnership ownership() {
        return ownership;
    }

    /** Waits for the next task that is due; null when the schedule has ended. */
    @Nullable
    public ScheduledTask take() throws InterruptedException {
        return tasks.take();
    }

    /** The next task that is due now, or null. */
    @Nullable
    public ScheduledTask poll() {
        return tasks.poll();
    }

    /** A shard's call is about to be sent: its answer will include what was signalled until now. */
    public void sent(Shard shard) {
        tasks.sent(slot(shard).poll);
    }

    private Slot slot(Shard shard) {
        lock.lock();
        try {
            return slots.get(shard.number());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts a shard back by an answer: due now if one of its topics is, else when the next one will be, or at the next sweep.
     *
     * @param answered when the answer came
     * @param pause how long to leave the shard alone if a topic is due
     */
    public void putBack(Shard shard, ShardState state, long answered, Duration pause) {
        shard.answered(state.due());
        lock.lock();
        try {
            Slot slot = slots.get(shard.number());
            Duration wait = state.due().isEmpty() ? slot.delay.untilNext(state) : pause;
            tasks.putBack(slot.poll, answered + wait.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Puts a shard back whose topics that are due are all left to other instances. */
    public void putBackOffered(Shard shard) {
        lock.lock();
        try {
            Slot slot = slots.get(shard.number());
            tasks.putBack(slot.poll, ticker.nanos() + slot.delay.whileOffered().toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Puts a shard back without an answer: due after the given time. */
    public void putBack(Shard shard, Duration in) {
        tasks.putBack(slot(shard).poll, ticker.nanos() + in.toNanos());
    }

    /** A shard has a backlog: a worker that is free makes a second claim, unless one waits or is under way. */
    public void claimBacklog(Shard shard, String topic) {
        Slot slot = slot(shard);
        if (!slot.backlog.begin(topic)) {
            return;
        }
        boolean waits = false;
        try {
            tasks.putBack(slot.claim, ticker.nanos());
            waits = true;
        } finally {
            if (!waits) {
                slot.backlog.end();
            }
        }
    }

    /** The number of shards is about to be read: the answer will include those that were signalled until now. */
    void discovering() {
        lock.lock();
        try {
            tasks.sent(discovery);
            discovered = ticker.nanos();
        } finally {
            lock.unlock();
        }
    }

    /** The number of shards is read again after the given time. */
    void putBackDiscovery(Duration in) {
        tasks.putBack(discovery, ticker.nanos() + in.toNanos());
    }

    /** There are at least as many shards: new ones are due at once. */
    public void growTo(int number) {
        lock.lock();
        try {
            // What may fail for want of memory comes first, so that a shard is known and has a timer, or neither.
            slots.ensureCapacity(number);
            while (slots.size() < number) {
                Slot slot = new Slot(slots.size(), tasks, ownership);
                tasks.putBack(slot.poll, ticker.nanos());
                slots.add(slot);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void wakeUp(int shard, String topic, Duration in) {
        wakeUp(shard, in);
    }

    /** Something of a shard is due after the given time. */
    public void wakeUp(int number, Duration in) {
        lock.lock();
        try {
            long now = ticker.nanos();
            if (number >= 0 && number < slots.size()) {
                Slot slot = slots.get(number);
                // A later time than the sweep's changes nothing, and neither it nor the far past fit into nanoseconds.
                if (in.compareTo(slot.delay.sweep()) < 0) {
                    long due = now + (in.isNegative() ? 0 : in.toNanos());
                    tasks.bringForward(slot.poll, due + slot.delay.grace().toNanos());
                }
            } else if (number >= slots.size()) {
                tasks.bringForward(discovery, now + Math.max(0, discovered + BETWEEN_DISCOVERIES.toNanos() - now));
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
            slots.forEach(slot -> tasks.bringForward(slot.poll, now));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void left(String instance) {
        if (ownership.remove(instance)) {
            reviewOrder();
        }
    }

    /** Takes a heartbeat's answer; says whether the order of the instances may have changed. */
    public boolean update(Collection<Instance> alive) {
        boolean changed = ownership.update(alive);
        if (changed) {
            reviewOrder();
        }
        return changed;
    }

    /** Where this instance has moved up it polls at once, because its predecessor may not have seen everything. */
    private void reviewOrder() {
        lock.lock();
        try {
            long now = ticker.nanos();
            for (Slot slot : slots) {
                int before = slot.delay.rank();
                slot.delay = ownership.delay(slot.shard.number());
                if (slot.delay.rank() < before) {
                    tasks.bringForward(slot.poll, now);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** From now on {@link #take} answers null to every worker. */
    public void end() {
        tasks.end();
    }
}
