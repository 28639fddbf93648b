package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.delay.redisson.DispatchOperations.Instance;

/**
 * The instances that share the work, and this one's place among them. This is what the instance knows, and it may be wrong
 * for a while. If two instances believe that they own a shard, or none does, that costs calls or lateness and nothing else.
 *
 * <p>An instance that does not hear of others acts as the owner of every shard. Safe for use by many threads.
 */
public final class ShardOwnership {

    private final String self;
    private final Duration sweep;
    private volatile List<Instance> known = List.of();

    /** What the order depends on and may change. */
    private record Standing(int format, boolean settled) {

        static Standing of(Instance instance) {
            return new Standing(instance.format(), instance.isSettled());
        }
    }

    /**
     * Knows of no instance yet.
     *
     * @param self the id in this instance's heartbeats
     * @param sweep how long an owner leaves a shard without a poll, at most
     */
    public ShardOwnership(String self, Duration sweep) {
        this.self = self;
        this.sweep = sweep;
    }

    /** How long an owner leaves a shard without a poll, at most. */
    Duration sweep() {
        return sweep;
    }

    /** How many instances come before this one in a shard: 0 for the owner. */
    int rank(int shard) {
        List<String> order =
                Rendezvous.order(shard, known).stream().map(Instance::id).toList();
        return Math.max(0, order.indexOf(self));
    }

    /** When this instance polls a shard. */
    FailoverDelay delay(int shard) {
        return new FailoverDelay(rank(shard), sweep);
    }

    /** Whether there is surely no other instance; false while heartbeats have no answer. */
    public boolean isAlone() {
        List<Instance> all = known;
        return !all.isEmpty() && all.stream().allMatch(instance -> instance.id().equals(self));
    }

    /** How long after a due time the next ones in order have polled. */
    public static Duration untilOthersLook() {
        return FailoverDelay.UNTIL_OTHERS_LOOK;
    }

    /** How long after a due time every healthy instance has polled. */
    public Duration untilAllLook() {
        return new FailoverDelay(Math.max(1, known.size() - 1), sweep).untilLooked();
    }

    /** Takes a heartbeat's answer; says whether the order may have changed. */
    synchronized boolean update(Collection<Instance> alive) {
        Map<String, Standing> before = standings();
        known = List.copyOf(alive);
        return !before.equals(standings());
    }

    /** An instance has stopped; says whether that was another one, and known. */
    synchronized boolean remove(String id) {
        return !id.equals(self)
                && update(known.stream()
                        .filter(instance -> !instance.id().equals(id))
                        .toList());
    }

    private Map<String, Standing> standings() {
        return known.stream().collect(Collectors.toMap(Instance::id, Standing::of, (one, other) -> other));
    }

    @Override
    public String toString() {
        return known.stream().map(Instance::id).sorted().toList().toString();
    }
}
