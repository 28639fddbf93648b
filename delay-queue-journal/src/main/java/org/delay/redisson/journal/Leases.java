package org.delay.redisson.journal;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/** What this instance has claimed and not settled: a settlement names ids, and the journal needs revisions. Thread-safe. */
final class Leases {

    /** Settlements forget their messages, so only leases that were lost, or settled by other instances, add up. */
    private static final int MAX = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Map<String, LeasedMessage>> byToken = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, LeasedMessage>> eldest) {
            return size() > MAX;
        }
    };

    /**
     * What is known of a message under lease.
     *
     * @param revision 0 if it was sent without the journal
     * @param expired whether it was past its time to live when it was claimed
     * @param attempt 0 if another instance has claimed it
     * @param until by {@link System#nanoTime}: nobody else has it before, unless its lease was shortened
     */
    record LeasedMessage(long revision, boolean expired, int attempt, long until) {

        static LeasedMessage of(Claimed claimed, long until) {
            return new LeasedMessage(
                    claimed.revision(), isExpired(claimed), claimed.message().attempt(), until);
        }

        /** Claimed by another instance. */
        static LeasedMessage of(long revision) {
            return new LeasedMessage(revision, false, 0, System.nanoTime());
        }

        LeasedMessage renewed(long newUntil) {
            return new LeasedMessage(revision, expired, attempt, newUntil);
        }

        /** Whether nobody else can have claimed it, or it has no row. */
        boolean isCertain() {
            return revision == 0 || System.nanoTime() - until < 0;
        }

        private static boolean isExpired(Claimed claimed) {
            Duration timeToLive = claimed.timeToLive();
            return timeToLive != null
                    && Duration.between(
                                            claimed.message().dueTime(),
                                            claimed.message().claimTime())
                                    .compareTo(timeToLive)
                            > 0;
        }
    }

    /** @param until when the lease ends at the earliest, by {@link System#nanoTime} */
    void add(ClaimResult claim, long until) {
        if (claim.messages().isEmpty()) {
            return;
        }
        Map<String, LeasedMessage> messages = new HashMap<>();
        claim.messages().forEach(claimed -> messages.put(claimed.message().id(), LeasedMessage.of(claimed, until)));
        lock.lock();
        try {
            byToken.put(claim.lease().token(), messages);
        } finally {
            lock.unlock();
        }
    }

    /** Those of the ids that are known, by id. */
    Map<String, LeasedMessage> of(Lease lease, Collection<String> ids) {
        Map<String, LeasedMessage> found = new HashMap<>();
        lock.lock();
        try {
            Map<String, LeasedMessage> messages = byToken.getOrDefault(lease.token(), Map.of());
            for (String id : ids) {
                LeasedMessage message = messages.get(id);
                if (message != null) {
                    found.put(id, message);
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    void renew(Lease lease, Collection<String> ids, long until) {
        lock.lock();
        try {
            Map<String, LeasedMessage> messages = byToken.get(lease.token());
            if (messages != null) {
                ids.forEach(id -> messages.computeIfPresent(id, (same, message) -> message.renewed(until)));
            }
        } finally {
            lock.unlock();
        }
    }

    void forget(Lease lease, Collection<String> ids) {
        lock.lock();
        try {
            Map<String, LeasedMessage> messages = byToken.get(lease.token());
            if (messages != null) {
                ids.forEach(messages::remove);
                if (messages.isEmpty()) {
                    byToken.remove(lease.token());
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
