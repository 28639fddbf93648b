package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.jspecify.annotations.Nullable;

/**
 * All instances, put together from the answers to heartbeats, most of which hold only what changed. If the parts do not make
 * the whole, it asks for all instances again. For one thread.
 */
final class KnownInstances {

    private final Map<String, MetInstance> met = new HashMap<>();
    private long known;

    /** What the next heartbeat is to name as known: 0 to be told of all instances. */
    long known() {
        return known;
    }

    /** Takes the answer to a heartbeat that named what is {@link #known}. */
    void take(Membership told, long nanos) {
        if (told.isWhole()) {
            met.clear();
        }
        told.gone().forEach(met::remove);
        for (Instance instance : told.alive()) {
            met.put(instance.id(), new MetInstance(instance, nanos));
        }
        known = told.isWhole() || met.size() == told.size() ? told.clock() : 0;
    }

    /** The instances with their age at a time. */
    Collection<Instance> at(long nanos) {
        return met.values().stream().map(each -> each.at(nanos)).toList();
    }

    /** How long until the order changes because an instance matures; null if all are mature. */
    @Nullable
    Duration untilNextMatures(long nanos) {
        return at(nanos).stream()
                .filter(instance -> !instance.isMature())
                .map(Instance::untilMature)
                .min(Duration::compareTo)
                .orElse(null);
    }
}
