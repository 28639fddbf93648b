package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.engine.report.Outage;
import org.jspecify.annotations.Nullable;

/**
 * Tells the schedule how many shards there are, which may grow at any time, and subscribes it to wake-ups. It runs again when
 * the order of the instances changes, because that decides which shards to follow.
 */
@Slf4j
@RequiredArgsConstructor
public final class ShardDiscovery {

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final DispatchOperations queue;
    private final ShardSchedule schedule;
    private final Duration sweep;
    private final Outage redisOutage;
    private final AtomicReference<@Nullable Subscription> subscription = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Reads the number of shards, and subscribes unless that is done. */
    public void run() {
        Duration next = AFTER_FAILURE;
        try {
            schedule.discovering();
            int shards = queue.shards();
            schedule.growTo(shards);
            subscribe();
            follow(shards);
            redisOutage.worked();
            // A new shard's signal makes the next run due at once; this is for a signal that is lost.
            next = sweep.multipliedBy(schedule.ownership().sweepsOfDiscovery());
        } catch (RuntimeException e) {
            redisOutage.failed(e);
        } finally {
            schedule.putBackDiscovery(next);
        }
    }

    /** Until this works, the sweep finds messages. */
    private void subscribe() {
        if (subscription.get() != null || closed.get()) {
            return;
        }
        subscription.set(queue.subscribe(new ShardWakeUps(schedule)));
        if (closed.get()) {
            closeSubscription();
        }
    }

    private void follow(int shards) {
        Subscription open = subscription.get();
        if (open != null) {
            ShardOwnership ownership = schedule.ownership();
            open.follow(FollowedShards.of(ownership, shards), ownership.instances());
        }
    }

    /** Ends the subscription, for good. */
    public void close() {
        closed.set(true);
        closeSubscription();
    }

    private void closeSubscription() {
        Subscription open = subscription.getAndSet(null);
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (RuntimeException e) {
            log.debug("The subscription to wake-ups could not be closed", e);
        }
    }
}
