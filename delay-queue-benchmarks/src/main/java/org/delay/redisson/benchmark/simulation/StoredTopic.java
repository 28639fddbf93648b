package org.delay.redisson.benchmark.simulation;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The messages of one topic in one shard, as the scripts keep them. Times are milliseconds. */
final class StoredTopic {

    private final String name;
    private final PriorityQueue<Long> due = new PriorityQueue<>();
    private final PriorityQueue<Batch> leased = new PriorityQueue<>(comparingLong(Batch::leaseEnd));
    private @Nullable Long wake;

    StoredTopic(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** When it is to be looked at, or null. */
    @Nullable
    Long wake() {
        return wake;
    }

    void schedule(long dueTime) {
        due.add(dueTime);
        wake = wake == null ? dueTime : Math.min(wake, dueTime);
    }

    /** Takes messages whose lease is over, then those that are due. */
    Batch claim(int limit, long leaseEnd, long now) {
        List<Long> taken = new ArrayList<>();
        while (taken.size() < limit && isFirstLeaseOver(now)) {
            Batch lost = leased.remove();
            lost.settle();
            List<Long> some = lost.dueTimes();
            int fit = Math.min(some.size(), limit - taken.size());
            taken.addAll(some.subList(0, fit));
            if (fit < some.size()) {
                leased.add(new Batch(some.subList(fit, some.size()), lost.leaseEnd()));
            }
        }
        for (Long first = due.peek(); first != null && first <= now && taken.size() < limit; first = due.peek()) {
            taken.add(due.remove());
        }
        Batch batch = new Batch(taken, leaseEnd);
        if (batch.size() > 0) {
            leased.add(batch);
        }
        Long next = next();
        wake = next == null ? null : Long.valueOf(Math.max(next, now));
        return batch;
    }

    /** Removes the batch; does nothing if another claim has taken it. */
    void ack(Batch batch) {
        batch.settle();
        if (due.isEmpty() && firstLease() == null) {
            wake = null;
        }
    }

    private boolean isFirstLeaseOver(long now) {
        Batch first = firstLease();
        return first != null && first.leaseEnd() <= now;
    }

    private @Nullable Batch firstLease() {
        Batch first = leased.peek();
        while (first != null && first.isMature()) {
            leased.remove();
            first = leased.peek();
        }
        return first;
    }

    private @Nullable Long next() {
        Long message = due.peek();
        Batch lease = firstLease();
        if (message == null || lease == null) {
            return message != null ? message : lease == null ? null : Long.valueOf(lease.leaseEnd());
        }
        return Math.min(message, lease.leaseEnd());
    }
}
