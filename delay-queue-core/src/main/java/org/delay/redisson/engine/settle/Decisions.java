package org.delay.redisson.engine.settle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.delay.redisson.DispatchOperations.Claimed;

/**
 * Which messages of one claim are still leased, and which decisions about them are not stored yet. Safe for use by several
 * threads: its lock is held for a few instructions, never during a call.
 */
final class Decisions {

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> leased = new HashSet<>();
    private final List<String> acks = new ArrayList<>();
    private final List<Decision> others = new ArrayList<>();
    private final Set<String> unreportedLosses = new HashSet<>();
    private volatile boolean anyLost;

    Decisions(Collection<Claimed> messages) {
        messages.forEach(claimed -> leased.add(claimed.message().id()));
    }

    void add(Decision decision) {
        Disposition disposition = decision.disposition();
        change(() -> {
            if (disposition instanceof Disposition.Done || disposition instanceof Disposition.Expired) {
                acks.add(decision.id());
            } else if (disposition instanceof Disposition.Taken) {
                leased.remove(decision.id());
            } else {
                others.add(decision);
            }
        });
    }

    /** Replaces each decision by a release; messages whose ack is not stored stay as they are until their lease ends. */
    void releaseInstead() {
        change(() -> {
            acks.clear();
            others.replaceAll(one -> new Decision(one.claimed(), Disposition.Release.BEGUN));
        });
    }

    /** How many decisions are not stored yet. */
    int size() {
        return read(() -> acks.size() + others.size());
    }

    List<String> acks() {
        return read(() -> List.copyOf(acks));
    }

    List<Decision> others() {
        return read(() -> List.copyOf(others));
    }

    List<String> leased() {
        return read(() -> List.copyOf(leased));
    }

    /** The first acks are stored: these. */
    void acked(List<String> ids) {
        change(() -> {
            ids.forEach(leased::remove);
            acks.subList(0, ids.size()).clear();
        });
    }

    void stored(List<Decision> some) {
        change(() -> {
            some.forEach(one -> leased.remove(one.id()));
            others.removeAll(some);
        });
    }

    /** @param report whether this is news, and not the effect of a call whose answer was lost */
    void lost(Set<String> ids, boolean report) {
        change(() -> {
            leased.removeAll(ids);
            if (report) {
                unreportedLosses.addAll(ids);
            }
        });
        anyLost = true;
    }

    /** Whether none of these messages is leased any more. */
    boolean areLost(Collection<Claimed> some) {
        return anyLost
                && read(() -> some.stream()
                        .noneMatch(claimed -> leased.contains(claimed.message().id())));
    }

    /** Takes out the losses that no listener was told of. */
    Set<String> takeLosses() {
        return read(() -> {
            Set<String> ids = Set.copyOf(unreportedLosses);
            unreportedLosses.clear();
            return ids;
        });
    }

    private void change(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }

    private <T> T read(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
