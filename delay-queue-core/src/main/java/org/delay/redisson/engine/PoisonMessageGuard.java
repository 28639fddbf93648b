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
 * Sees to it that an application handles one suspect at a time: a message whose lease ran out so often that it may be
 * what kills its receivers. It is claimed alone, but when it strikes, what other workers hold is struck as well; if that
 * were suspects too, innocent ones would become dead letters with it.
 *
 * <p>A claim may get a suspect, and nobody knows before. So the handler waits until no other claim is under way; and for
 * a while after that, since what kills its receiver mostly does so at once, no worker claims. Later ones do, and a
 * suspect that they get is handed back: for those few milliseconds it is at risk.
 */
@RequiredArgsConstructor
final class PoisonMessageGuard {

    /** As {@link org.delay.redisson.DispatchOperations} claims alone what has so many expiries. */
    static final int SUSPECT = 2;

    /** When a suspect that found the quarantine occupied is to try again. */
    static final Duration RETURN = Duration.ofSeconds(1);

    /** How long no other worker claims, at most: a slow handler must not keep the application from its other work. */
    static final Duration ALONE = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Object> claiming = new HashSet<>();
    private @Nullable Batch occupant;
    /** When it entered, and then when it was alone. */
    private long since;

    private boolean ended;

    static boolean isSuspect(List<Claimed> claimed) {
        return claimed.size() == 1 && claimed.get(0).leaseExpirations() >= SUSPECT;
    }

    /** This worker is about to claim: waits while a suspect is to be alone. */
    void claiming(Object worker) {
        lock.lock();
        try {
            boolean unused = awaited(() -> occupant == null);
            claiming.add(worker);
        } finally {
            lock.unlock();
        }
    }

    /** What this worker claimed, if anything, is no suspect, or a suspect that it has handed back. */
    void claimed(Object worker) {
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
     * Before a suspect's handler begins: waits for the claims that are under way.
     *
     * @return whether it may begin, and somebody must {@link #leave}; else it is to be handed back
     */
    boolean enter(Batch batch) {
        lock.lock();
        try {
            if (occupant != null) {
                return false;
            }
            occupant = batch;
            since = ticker.nanos();
            claiming.remove(batch.worker());
            changed.signalAll();
            if (!awaited(claiming::isEmpty)) {
                // A claim without an answer may have got anything.
                claiming.add(batch.worker());
                leave(batch);
                return false;
            }
            since = ticker.nanos();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** After a batch is settled, by whoever did that; does nothing if it is not the one that entered. */
    void leave(Batch batch) {
        lock.lock();
        try {
            if (occupant == batch) {
                occupant = null;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits here any more. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until that is so, but no longer than {@link #ALONE} since the last time, nor after the end. */
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
