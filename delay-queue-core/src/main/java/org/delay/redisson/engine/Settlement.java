package org.delay.redisson.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.engine.schedule.ShardSchedule;

/**
 * What was decided about the messages of one claim: collected here, and told to the queue in as few calls as there are
 * kinds of decisions. Every call names the lease, so telling again does no harm. Safe for use by several threads; one
 * of them talks to the queue at a time.
 */
@Slf4j
final class Settlement {

    private final DispatchOperations queue;
    private final ShardSchedule schedule;
    private final Lease lease;
    private final SettlementReporter announcer;

    /** Held during calls; a renewal that crossed an ack would take the acked messages for lost. */
    private final ReentrantLock calls = new ReentrantLock();

    /** Held for a few instructions, for what follows. */
    private final ReentrantLock lists = new ReentrantLock();

    private final Set<String> held = new HashSet<>();
    private final List<String> acks = new ArrayList<>();
    private final List<Judged> others = new ArrayList<>();
    private final Set<String> lostUnannounced = new HashSet<>();
    private boolean doubtful;
    private volatile boolean lostAny;

    Settlement(
            DispatchOperations queue,
            ShardSchedule schedule,
            Lease lease,
            Collection<Claimed> messages,
            SettlementReporter announcer) {
        this.queue = queue;
        this.schedule = schedule;
        this.lease = lease;
        this.announcer = announcer;
        messages.forEach(claimed -> held.add(claimed.message().id()));
    }

    /** A message and its verdict. */
    record Judged(Claimed claimed, Disposition verdict) {

        String id() {
            return claimed.message().id();
        }
    }

    void decide(Claimed claimed, Disposition verdict) {
        lists.lock();
        try {
            if (verdict == Disposition.DONE) {
                acks.add(claimed.message().id());
            } else {
                others.add(new Judged(claimed, verdict));
            }
        } finally {
            lists.unlock();
        }
    }

    /** Whether none of these messages is leased any more: others may be at work on them, or they were replaced. */
    boolean lost(Collection<Claimed> some) {
        if (!lostAny) {
            return false;
        }
        lists.lock();
        try {
            return some.stream()
                    .noneMatch(claimed -> held.contains(claimed.message().id()));
        } finally {
            lists.unlock();
        }
    }

    /** Whether there are acks that the queue does not know yet. */
    boolean acksWait() {
        lists.lock();
        try {
            return !acks.isEmpty();
        } finally {
            lists.unlock();
        }
    }

    /** What the queue does not know yet is handed back, as far as it is not done. */
    void releaseRest() {
        lists.lock();
        try {
            acks.clear();
            others.replaceAll(one -> new Judged(one.claimed(), Disposition.Release.BEGUN));
        } finally {
            lists.unlock();
        }
    }

    /** How many decisions the queue does not know yet. */
    int untold() {
        lists.lock();
        try {
            return acks.size() + others.size();
        } finally {
            lists.unlock();
        }
    }

    /**
     * Tells the queue what was decided so far.
     *
     * @throws RuntimeException as the queue does; what it does not know yet is kept, to be told again
     */
    void tell() {
        calls.lock();
        try {
            tellEach();
        } finally {
            calls.unlock();
        }
    }

    /** As {@link #tell}, unless another thread talks to the queue about this batch at this moment. */
    void tellIfQuiet() {
        if (calls.tryLock()) {
            try {
                tellEach();
            } finally {
                calls.unlock();
            }
        }
    }

    /**
     * Prolongs the leases of what is not settled, unless another thread talks to the queue about this batch.
     *
     * @return whether it did
     */
    boolean renewIfQuiet(Duration duration) {
        if (!calls.tryLock()) {
            return false;
        }
        try {
            List<String> ids = copied(held);
            if (!ids.isEmpty()) {
                lost(queue.renew(lease, ids, duration));
            }
            return true;
        } finally {
            calls.unlock();
        }
    }

    private void tellEach() {
        withDoubt(() -> {
            ack();
            List<Judged> judged = copied(others);
            if (!judged.isEmpty()) {
                tellByKind(judged);
            }
        });
        announceLost();
    }

    private void ack() {
        List<String> done = copied(acks);
        if (!done.isEmpty()) {
            settled(
                    done,
                    queue.ack(lease, done),
                    () -> acks.subList(0, done.size()).clear());
        }
    }

    private void withDoubt(Runnable calls) {
        try {
            calls.run();
        } catch (Refused e) {
            throw e;
        } catch (RuntimeException e) {
            doubtful = true;
            throw e;
        }
    }

    private void tellByKind(List<Judged> judged) {
        Map<Object, List<Judged>> kinds = new LinkedHashMap<>();
        for (Judged one : judged) {
            Object kind = one.verdict() instanceof Disposition.Release back
                    ? back
                    : one.verdict().getClass();
            kinds.computeIfAbsent(kind, any -> new ArrayList<>()).add(one);
        }
        for (List<Judged> some : kinds.values()) {
            List<String> ids = some.stream().map(Judged::id).toList();
            Set<String> lost = call(some, ids);
            settled(ids, lost, () -> others.removeAll(some));
            // After a call whose answer did not come, what is lost now was settled by that one.
            announcer.settled(some.stream()
                    .filter(one -> doubtful || !lost.contains(one.id()))
                    .toList());
        }
    }

    private Set<String> call(List<Judged> some, List<String> ids) {
        Disposition first = some.get(0).verdict();
        if (first instanceof Disposition.Release back) {
            Set<String> lost = queue.release(lease, ids, back.delay(), back.mayStillArrive());
            schedule.wakeUp(lease.shard(), back.delay());
            return lost;
        }
        if (first instanceof Disposition.TryAgain) {
            List<Retry> retries = some.stream().map(Settlement::retry).toList();
            Set<String> lost = queue.retry(lease, retries);
            retries.stream()
                    .map(Retry::delay)
                    .min(Duration::compareTo)
                    .ifPresent(delay -> schedule.wakeUp(lease.shard(), delay));
            return lost;
        }
        Burial burial = queue.bury(lease, some.stream().map(Settlement::givenUp).toList());
        announcer.buried(lease.topic(), some.size() - burial.lost().size(), burial.dead());
        return burial.lost();
    }

    private static Retry retry(Judged judged) {
        Disposition.TryAgain again = (Disposition.TryAgain) judged.verdict();
        return new Retry(judged.id(), again.delay(), again.mayStillArrive());
    }

    private static GivenUp givenUp(Judged judged) {
        Disposition.Bury bury = (Disposition.Bury) judged.verdict();
        return new GivenUp(judged.id(), bury.error(), bury.mayStillArrive());
    }

    /** These ids are not held any more; {@code told} takes them from the list of what is to be told. */
    private void settled(Collection<String> ids, Set<String> lost, Runnable told) {
        lost(lost);
        lists.lock();
        try {
            ids.forEach(held::remove);
            told.run();
        } finally {
            lists.unlock();
        }
    }

    private void lost(Set<String> ids) {
        if (ids.isEmpty()) {
            return;
        }
        lists.lock();
        try {
            ids.forEach(held::remove);
            if (!doubtful) {
                lostUnannounced.addAll(ids);
            }
        } finally {
            lists.unlock();
        }
        lostAny = true;
        if (doubtful) {
            // A call whose answer did not come may have settled them.
            log.debug("Not leased any more: topic {}, ids {}", lease.topic(), ids);
        } else {
            SettlementReporter.warnOfLost(lease.topic(), ids);
        }
    }

    private void announceLost() {
        Set<String> ids;
        lists.lock();
        try {
            ids = Set.copyOf(lostUnannounced);
            lostUnannounced.clear();
        } finally {
            lists.unlock();
        }
        if (!ids.isEmpty()) {
            announcer.lost(lease.topic(), ids);
        }
    }

    private <T> List<T> copied(Collection<T> some) {
        lists.lock();
        try {
            return List.copyOf(some);
        } finally {
            lists.unlock();
        }
    }
}
