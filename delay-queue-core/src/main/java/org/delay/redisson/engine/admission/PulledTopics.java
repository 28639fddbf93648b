package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Stops topics whose receivers want nothing at the moment, or no more than claims under way may bring. Another instance may have
 * receivers that want more, so a new want recalls the topic in all shards: any instance may have deferred it.
 */
@RequiredArgsConstructor
final class PulledTopics implements Gate {

    /** Bounds how long messages wait after their recall has failed. */
    private static final Duration DEFERRAL = Duration.ofSeconds(5);

    /** A recall costs a call for each shard, so a topic that is wanted more often is recalled no more often. */
    static final Duration RECALL_INTERVAL = Duration.ofMillis(200);

    /** Topics come and go; beyond this many, what is remembered is forgotten, and they are recalled once too often. */
    private static final int MAX_TOPICS = 10_000;

    private static final class Wants {

        /** Shards where the topic stays due though nothing is wanted. */
        private final Set<Integer> shards = new HashSet<>();

        /** How many messages are being claimed. */
        private int claiming;

        private @Nullable Long recalled;
    }

    private final PullDestination destination;
    private final ShardSchedule schedule;
    private final RecallQueue recalls;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Wants> topics = new HashMap<>();
    private final Set<String> pending = new HashSet<>();

    @Override
    public DeferralReason reason() {
        return DeferralReason.NOT_REQUESTED;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        if (!destination.contains(topic)) {
            return Granted.FREELY;
        }
        if (destination.wanted(topic) <= 0 && !destination.isWatched(topic)) {
            return defer(DEFERRAL);
        }
        Granted granted = grantOrLeave(shard, topic);
        return granted != null ? granted : new Admission.Offered(this, ShardOwnership.untilOthersLook());
    }

    /** The topic stays due in a shard if this returns null. The shard is polled when more is wanted. */
    private @Nullable Granted grantOrLeave(int shard, String topic) {
        lock.lock();
        try {
            Wants wants = wants(topic);
            int open = destination.wanted(topic) - wants.claiming;
            if (open <= 0) {
                wants.shards.add(shard);
                return null;
            }
            int most = Math.min(open, ClaimLimit.MAX_MESSAGES);
            wants.claiming += most;
            return new Granted(false, most, () -> claimed(topic, wants, most));
        } finally {
            lock.unlock();
        }
    }

    /** A claim is over. What it did not bring may be in other shards. */
    private void claimed(String topic, Wants wants, int most) {
        lock.lock();
        try {
            wants.claiming -= most;
            if (destination.wanted(topic) > wants.claiming) {
                wake(wants);
            }
        } finally {
            lock.unlock();
        }
    }

    private void wake(Wants wants) {
        wants.shards.forEach(shard -> schedule.wakeUp(shard, Duration.ZERO));
        wants.shards.clear();
    }

    @Override
    public Duration offer() {
        return schedule.ownership().untilAllLook();
    }

    /** It may be wanted by now. */
    @Override
    public void deferred(int shard, String topic) {
        if (destination.wanted(topic) > 0) {
            recalls.add(shard, topic, Duration.ZERO);
        }
    }

    /** Messages of a topic are wanted from now on. */
    void wanted(String topic) {
        lock.lock();
        try {
            Wants wants = wants(topic);
            wake(wants);
            pending.add(topic);
            recallPending();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void recallNext() {
        lock.lock();
        try {
            recallPending();
        } finally {
            lock.unlock();
        }
    }

    private void recallPending() {
        long now = ticker.nanos();
        boolean any = pending.removeIf(topic -> recall(topic, wants(topic), now));
        if (any) {
            // Recalls are made after a worker's next turn, whatever that is for.
            schedule.wakeUp(0, Duration.ZERO);
        }
    }

    private boolean recall(String topic, Wants wants, long now) {
        if (wants.recalled != null && now - wants.recalled < RECALL_INTERVAL.toNanos()) {
            return false;
        }
        wants.recalled = now;
        for (int shard = 0; shard < schedule.shards(); shard++) {
            recalls.add(shard, topic, Duration.ZERO);
        }
        return true;
    }

    private Wants wants(String topic) {
        if (topics.size() >= MAX_TOPICS && !topics.containsKey(topic)) {
            topics.clear();
        }
        return topics.computeIfAbsent(topic, fresh -> new Wants());
    }
}
