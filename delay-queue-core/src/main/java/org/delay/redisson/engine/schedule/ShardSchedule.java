package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * When each shard is polled next. Workers take what is due, and put it back with its next time as soon as they have Redis's
 * answer. {@link TimerQueue} has the rule by which no wake-up is lost.
 *
 * <p>All times are this instance's own: one that does not own a shard polls it late on purpose, by its {@link FailoverDelay}.
 */
public final class ShardSchedule {

    private final TimerQueue<ScheduledTask> tasks;
    private final DiscoveryTimer discovery;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock reviewing = new ReentrantLock();
    private final ArrayList<ShardSlot> slots = new ArrayList<>();
    private final Ticker ticker;
    private final ShardOwnership ownership;

    /** Begins with a discovery, which is due at once and adds the shards by {@link #growTo}. */
    public ShardSchedule(Ticker ticker, ShardOwnership ownership) {
        this.ticker = ticker;
        this.ownership = ownership;
        this.tasks = new TimerQueue<>(ticker);
        this.discovery = new DiscoveryTimer(tasks, ticker);
    }

    /** The order of the instances, as this one knows it. */
    public ShardOwnership ownership() {
        return ownership;
    }

    /** Waits for the next task that is due; null when the schedule has ended. */
    public @Nullable ScheduledTask take() throws InterruptedException {
        return tasks.take();
    }

    /** The next task that is due now, or null. */
    public @Nullable ScheduledTask poll() {
        return tasks.poll();
    }

    /** When the next task is due, by the ticker, or null if workers have all of them. */
    public @Nullable Long next() {
        return tasks.next();
    }

    /** A shard's call is about to be sent: its answer will include what was signalled until now. */
    public void sent(Shard shard) {
        slot(shard).sent();
    }

    private ShardSlot slot(Shard shard) {
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
     * @param delay how long to leave the shard alone if a topic is due
     */
    public void putBack(Shard shard, ShardState state, long answered, Duration delay) {
        shard.setDue(state.due());
        lock.lock();
        try {
            slots.get(shard.number()).putBack(state, answered, delay);
        } finally {
            lock.unlock();
        }
    }

    /** A poll has found topics due. An instance that comes later in order has reason to ask whether the others are alive. */
    public void foundDue(Shard shard) {
        slot(shard).foundDue(ownership);
    }

    /** Puts a shard back whose topics that are due are all left to other instances. */
    public void putBackOffered(Shard shard) {
        lock.lock();
        try {
            slots.get(shard.number()).putBackOffered(ticker.nanos());
        } finally {
            lock.unlock();
        }
    }

    /** Puts a shard back without an answer: due after the given time. */
    public void putBack(Shard shard, Duration in) {
        slot(shard).putBack(ticker.nanos() + in.toNanos());
    }

    /** A shard has a backlog: a worker that is free makes a second claim, unless one waits or is under way. */
    public void scheduleSecondClaim(Shard shard, String topic) {
        ShardSlot slot = slot(shard);
        if (!slot.second.begin(topic)) {
            return;
        }
        boolean waits = false;
        try {
            slot.putBackSecondClaim(ticker.nanos());
            waits = true;
        } finally {
            if (!waits) {
                slot.second.end();
            }
        }
    }

    /** The number of shards is about to be read: the answer will include those that were signalled until now. */
    void discovering() {
        lock.lock();
        try {
            discovery.sent();
        } finally {
            lock.unlock();
        }
    }

    /** The number of shards is read again after the given time. */
    void putBackDiscovery(Duration in) {
        discovery.putBack(in);
    }

    /** There are at least as many shards: new ones are due at once. */
    public void growTo(int number) {
        lock.lock();
        try {
            // What may fail for want of memory comes first, so that a shard is known and has a timer, or neither.
            slots.ensureCapacity(number);
            while (slots.size() < number) {
                ShardSlot slot = new ShardSlot(slots.size(), tasks, ownership);
                slot.putBack(ticker.nanos());
                slots.add(slot);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Something of a shard is due after the given time. */
    public void wakeUp(int number, Duration in) {
        lock.lock();
        try {
            long now = ticker.nanos();
            if (number >= 0 && number < slots.size()) {
                slots.get(number).wakeUp(in, now);
            } else if (number >= slots.size()) {
                discovery.bringForward(ownership.instances());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wake-ups may have been lost: all shards are polled. */
    public void subscribed() {
        lock.lock();
        try {
            long now = ticker.nanos();
            // In turn: all instances are connected again at the same time.
            slots.forEach(slot -> slot.wakeUp(now));
        } finally {
            lock.unlock();
        }
    }

    /** An instance has stopped. */
    public void left(String instance) {
        var unused = reviewOrderIf(ownership.remove(instance));
    }

    /** Takes a heartbeat's answer; says whether the order of the instances may have changed. */
    public boolean update(Collection<Instance> alive) {
        return reviewOrderIf(ownership.update(alive));
    }

    /** Heartbeats have failed for long. */
    void lostTouch() {
        var unused = reviewOrderIf(ownership.lostTouch());
    }

    /** How many shards it has, 0 before they are known. */
    public int shards() {
        lock.lock();
        try {
            return slots.size();
        } finally {
            lock.unlock();
        }
    }

    /** One at a time, so that the last one counts. It takes time for many instances: signals must not wait for it. */
    private boolean reviewOrderIf(boolean isChanged) {
        if (isChanged) {
            reviewing.lock();
            try {
                move(IntStream.range(0, shards()).mapToObj(ownership::delay).toArray(FailoverDelay[]::new));
            } finally {
                reviewing.unlock();
            }
        }
        return isChanged;
    }

    private void move(FailoverDelay[] delays) {
        lock.lock();
        try {
            long now = ticker.nanos();
            for (int number = 0; number < delays.length; number++) {
                slots.get(number).move(delays[number], now);
            }
            discovery.bringForward(ownership.instances());
        } finally {
            lock.unlock();
        }
    }

    /** From now on {@link #take} answers null to every worker. */
    public void end() {
        tasks.end();
    }
}
