package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that an application handles one poison message at a time: a message whose lease ran out so often that it may be
 * what kills its receivers. It is claimed alone, but if it kills the application, the leases of what other workers hold run
 * out as well. If those were poison messages too, innocent ones among them would become dead letters.
 *
 * <p>A claim may get a poison message, which nobody knows before. So its handler waits until no other claim is under way; and
 * for a while after that no worker claims, since what kills its receiver mostly does so at once. Later ones do, and a poison
 * message that they get is released: for those few milliseconds it is at risk.
 */
@RequiredArgsConstructor
final class PoisonMessageGuard {

    /** {@link org.delay.redisson.DispatchOperations} claims alone what has so many lease expirations. */
    static final int EXPIRATIONS = 2;

    /** When a poison message is due again that was claimed while another one was handled. */
    static final Duration RETURN = Duration.ofSeconds(1);

    /** How long no other worker claims, at most: a slow handler must not keep the application from its other work. */
    static final Duration ALONE = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<WorkerId> claiming = new HashSet<>();
    private @Nullable WorkerId occupant;
    /** When the occupant entered, and then when it was alone. */
    private long since;

    private boolean ended;

    static boolean isPoison(List<Claimed> claimed) {
        return claimed.size() == 1 && claimed.get(0).leaseExpirations() >= EXPIRATIONS;
    }

    /**
     * A worker is about to claim: waits while a poison message is to be alone.
     *
     * @return whether the worker may claim: not at the end
     */
    boolean claiming(WorkerId worker) {
        lock.lock();
        try {
            boolean unused = awaited(() -> occupant == null);
            claiming.add(worker);
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** A worker's claim is over. It returned no poison message, or the worker has released the one that it returned. */
    void claimed(WorkerId worker) {
        lock.lock();
        try {
            if (claiming.remove(worker)) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * A worker is about to handle a poison message: waits for the claims that are under way.
     *
     * @return whether it may begin, and somebody must {@link #leave}; else the message is to be released
     */
    boolean enter(WorkerId worker) {
        lock.lock();
        try {
            if (occupant != null) {
                return false;
            }
            occupant = worker;
            since = ticker.nanos();
            claiming.remove(worker);
            changed.signalAll();
            if (!awaited(claiming::isEmpty)) {
                // A claim without an answer may have got anything.
                claiming.add(worker);
                leave(worker);
                return false;
            }
            since = ticker.nanos();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A worker's messages are settled, by whomever; does nothing if it is not the one that entered. */
    void leave(WorkerId worker) {
        lock.lock();
        try {
            if (occupant == worker) {
                occupant = null;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** No worker waits here any more, and none may claim. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the condition, but no longer than {@link #ALONE} since the last time, nor after the end. */
    private boolean awaited(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            long wait = ALONE.toNanos() - (ticker.nanos() - since);
            if (ended || wait <= 0) {
                return false;
            }
            try {
                // How long it waited does not matter: the loop asks the clock.
                long unused = changed.awaitNanos(wait);
            } catch (InterruptedException e) {
                // Not by us: the engine interrupts handlers only. The loop goes on.
            }
        }
        return true;
    }
}
