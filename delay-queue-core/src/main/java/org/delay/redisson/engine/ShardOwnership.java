package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.delay.redisson.DispatchOperations.Instance;

/**
 * The instances that share the work, and this one's place among them. As far as it knows: it may be wrong for a while, and
 * so may they. Two that both believe to own a shard, or none, cost work or lateness and nothing else.
 *
 * <p>Where it does not hear of the others it owns everything. Safe for use by many threads.
 */
final class ShardOwnership {

    private final String self;
    private volatile List<Instance> known = List.of();

    /** What the order depends on, and may change. */
    private record Standing(int format, boolean settled) {

        static Standing of(Instance instance) {
            return new Standing(instance.format(), instance.isSettled());
        }
    }

    /** @param self the id that this instance's heartbeats have */
    ShardOwnership(String self) {
        this.self = self;
    }

    /** How many come before this instance in looking after a shard: 0 for the owner. */
    int rank(int shard) {
        List<String> order =
                Instance.inOrder(shard, known).stream().map(Instance::id).toList();
        return Math.max(0, order.indexOf(self));
    }

    /** Whether there is no other instance; where nothing is heard of the others, nobody knows. */
    boolean alone() {
        List<Instance> all = known;
        return !all.isEmpty() && all.stream().allMatch(instance -> instance.id().equals(self));
    }

    /** How long it takes until every instance that is in order has looked at a shard that something is due in. */
    Duration untilAllLook(Duration ownersSweep) {
        return FailoverDelay.untilLooked(Math.max(1, known.size() - 1), ownersSweep);
    }

    /** By a heartbeat's answer; says whether the order may be another one now. */
    synchronized boolean told(Collection<Instance> alive) {
        Map<String, Standing> before = standings();
        known = List.copyOf(alive);
        return !before.equals(standings());
    }

    /** An instance has stopped; says whether it was another one, and known. */
    synchronized boolean left(String id) {
        return !id.equals(self)
                && told(known.stream()
                        .filter(instance -> !instance.id().equals(id))
                        .toList());
    }

    /** Nothing is heard of anybody any more; says whether anybody was known. */
    synchronized boolean lost() {
        return told(List.of());
    }

    private Map<String, Standing> standings() {
        return known.stream().collect(Collectors.toMap(Instance::id, Standing::of, (one, other) -> other));
    }

    @Override
    public String toString() {
        return known.stream().map(Instance::id).sorted().toList().toString();
    }
}
