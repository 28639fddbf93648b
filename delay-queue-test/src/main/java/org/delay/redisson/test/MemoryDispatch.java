package org.delay.redisson.test;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations;

/** What an engine does with a queue in memory: claims, settlements, wake-ups and heartbeats. */
@RequiredArgsConstructor
abstract class MemoryDispatch implements DispatchOperations {

    /** The threads that deliver, or have done so. */
    private final Set<Thread> claimers = Collections.newSetFromMap(new WeakHashMap<>());

    private final MemoryInstances instances = new MemoryInstances();
    private final MemoryMonitor monitor;
    private final MemoryShards shards;
    private final Signals signals;

    @Override
    public int shards() {
        return monitor.changing(now -> shards.all().size());
    }

    @Override
    public ShardState poll(int shard) {
        return monitor.changing(now -> shards.get(shard).poll(now));
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return monitor.changing(now -> {
            claimers.add(Thread.currentThread());
            return shards.get(request.shard()).claim(request, now);
        });
    }

    @Override
    public Set<String> ack(Lease lease, Collection<String> ids) {
        return monitor.changing(now -> shards.get(lease.shard()).ack(lease, ids));
    }

    @Override
    public Set<String> retry(Lease lease, Collection<Retry> retries) {
        return monitor.changing(now -> shards.get(lease.shard()).retry(lease, retries, now));
    }

    @Override
    public Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive) {
        return monitor.changing(now -> shards.get(lease.shard()).release(lease, ids, delay, mayStillArrive, now));
    }

    @Override
    public Set<String> renew(Lease lease, Collection<String> ids, Duration duration) {
        return monitor.changing(now -> shards.get(lease.shard()).renew(lease, ids, duration, now));
    }

    @Override
    public Burial bury(Lease lease, Collection<GivenUp> messages) {
        return monitor.changing(now -> shards.get(lease.shard()).bury(lease, messages, now));
    }

    @Override
    public void defer(int shard, Map<String, Duration> delays) {
        monitor.change(now -> delays.forEach((topic, delay) -> shards.get(shard).defer(topic, delay, now)));
    }

    @Override
    public Set<String> deferIfUnclaimed(int shard, Duration left, Map<String, Duration> delays) {
        return monitor.changing(now -> delays.entrySet().stream()
                .filter(topic -> shards.get(shard).deferIfUnclaimed(topic.getKey(), left, topic.getValue(), now))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet()));
    }

    @Override
    public Subscription subscribe(WakeUpListener listener) {
        return monitor.changing(now -> signals.subscribe(listener));
    }

    @Override
    public Membership heartbeat(String id, String application, Duration life, long known) {
        Checks.name("id", id);
        Checks.application(application);
        Checks.positive("life", life);
        return monitor.changing(now -> instances.beat(id, application, life, known, now));
    }

    @Override
    public void leave(String id) {
        Checks.name("id", id);
        monitor.change(now -> {
            if (instances.remove(id, now)) {
                signals.left(id);
            }
        });
    }

    @Override
    public List<Instance> instances() {
        return monitor.changing(instances::alive);
    }

    void forgetInstances() {
        monitor.change(now -> instances.clear());
    }

    /**
     * Lets the threads that have claimed messages and have not ended change nothing any more: they are stuck in handlers,
     * and what they send when they come back is no message of the next test.
     */
    void shutOutClaimers() {
        monitor.shutOut(monitor.changing(now -> {
            claimers.removeIf(thread -> !thread.isAlive() || thread == Thread.currentThread());
            return new HashSet<>(claimers);
        }));
    }
}
