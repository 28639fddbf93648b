package org.delay.redisson.journal;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/** What was claimed and is not settled: a settlement names ids, and the journal needs revisions. Thread-safe. */
final class Leases {

    /** Settlements forget their messages, so only leases that were lost add up. */
    private static final int MAX = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Map<String, Claimed>> byToken = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, Claimed>> eldest) {
            return size() > MAX;
        }
    };

    void add(ClaimResult claim) {
        if (claim.messages().isEmpty()) {
            return;
        }
        Map<String, Claimed> messages = new HashMap<>();
        claim.messages().forEach(claimed -> messages.put(claimed.message().id(), claimed));
        lock.lock();
        try {
            byToken.put(claim.lease().token(), messages);
        } finally {
            lock.unlock();
        }
    }

    /** Those of the ids that are known, by id. */
    Map<String, Claimed> of(Lease lease, Collection<String> ids) {
        Map<String, Claimed> found = new HashMap<>();
        lock.lock();
        try {
            Map<String, Claimed> messages = byToken.getOrDefault(lease.token(), Map.of());
            for (String id : ids) {
                Claimed claimed = messages.get(id);
                if (claimed != null) {
                    found.put(id, claimed);
                }
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    void forget(Lease lease, Collection<String> ids) {
        lock.lock();
        try {
            Map<String, Claimed> messages = byToken.get(lease.token());
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
