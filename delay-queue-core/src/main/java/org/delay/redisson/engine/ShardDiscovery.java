package org.delay.redisson.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.Subscription;
import org.delay.redisson.DispatchOperations.WakeUpListener;
import org.jspecify.annotations.Nullable;

/** Sees to it that there is a subscription, and reads how many shards there are, which may grow at any time. */
@Slf4j
@RequiredArgsConstructor
final class ShardDiscovery extends ScheduledTask {

    private final DispatchOperations queue;
    private final AtomicReference<@Nullable Subscription> subscription = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** How many shards there are. */
    int shards() {
        return queue.shards();
    }

    /** Subscribes unless that is done. Without a subscription messages are found by the sweep. */
    void subscribe(WakeUpListener listener) {
        if (subscription.get() != null || closed.get()) {
            return;
        }
        subscription.set(queue.subscribe(listener));
        if (closed.get()) {
            closeSubscription();
        }
    }

    void close() {
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
            log.debug("Subscription could not be closed", e);
        }
    }

    /** Some sweeps: a new shard's signal is noticed at once, so this is for the case that it was lost. */
    static Duration interval(Duration sweep) {
        return sweep.multipliedBy(FailoverDelay.RARELY);
    }
}
