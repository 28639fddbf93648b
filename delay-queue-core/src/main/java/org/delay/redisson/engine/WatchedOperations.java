package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** A queue that knows which threads wait for its answers. */
@RequiredArgsConstructor
final class WatchedOperations implements DispatchOperations {

    private final DispatchOperations queue;
    private final Ticker ticker;
    private final Map<Thread, Long> waiting = new ConcurrentHashMap<>();

    /** Whether a thread has waited for an answer for at least the given time. */
    boolean waits(@Nullable Thread thread, Duration time) {
        Long since = thread == null ? null : waiting.get(thread);
        return since != null && ticker.nanos() - since >= time.toNanos();
    }

    private <T> T watched(Supplier<T> call) {
        Thread thread = Thread.currentThread();
        waiting.put(thread, ticker.nanos());
        try {
            return call.get();
        } finally {
            waiting.remove(thread);
        }
    }

    private void watchedRun(Runnable call) {
        boolean unused = watched(() -> {
            call.run();
            return true;
        });
    }

    @Override
    public int shards() {
        return watched(queue::shards);
    }

    @Override
    public ShardState poll(int shard) {
        return watched(() -> queue.poll(shard));
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return watched(() -> queue.claim(request));
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return watched(() -> queue.ack(lease, ids));
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return watched(() -> queue.retry(lease, retries));
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return watched(() -> queue.release(lease, ids, delay, mayStillArrive));
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return watched(() -> queue.renew(lease, ids, duration));
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> givenUp) {
        return watched(() -> queue.bury(lease, givenUp));
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        watchedRun(() -> queue.defer(shard, delays));
    }

    @Override
    public Set<String> deferIfUnclaimed(int shard, Duration left, Map<String, Duration> delays) {
        return watched(() -> queue.deferIfUnclaimed(shard, left, delays));
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return watched(() -> queue.subscribe(listener));
    }

    @Override
    public Membership heartbeat(String id, String application, Duration life, long known) {
        return watched(() -> queue.heartbeat(id, application, life, known));
    }

    @Override
    public void leave(String id) {
        watchedRun(() -> queue.leave(id));
    }

    @Override
    public List<Instance> instances() {
        return watched(queue::instances);
    }
}
