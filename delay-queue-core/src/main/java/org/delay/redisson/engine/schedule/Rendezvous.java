package org.delay.redisson.engine.schedule;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.delay.redisson.DispatchOperations.Instance;

/**
 * Highest random weight: each shard gives each instance a number and orders the instances by it. Instances need to agree only
 * on who is alive. An instance that comes or goes moves only the shards that it takes or had.
 */
public final class Rendezvous {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;

    private static final long FNV_PRIME = 0x100000001b3L;

    private Rendezvous() {}

    /**
     * In which order instances take care of a shard: the owner first, then its stand-ins. Every instance computes the same
     * order for the same instances. Instances that read the highest message format come before the others, which would only
     * release newer messages. Among these, {@linkplain Instance#isSettled() settled} instances come first. If one comes or
     * goes, the others keep their order.
     */
    public static List<Instance> order(int shard, Collection<Instance> instances) {
        return instances.stream()
                .map(instance -> new Weighed(instance, weight(shard, instance.id())))
                .sorted(Comparator.comparingInt((Weighed weighed) -> weighed.instance.format())
                        .thenComparing(weighed -> weighed.instance.isSettled())
                        .thenComparing(weighed -> weighed.instance.isSettled() ? Duration.ZERO : weighed.instance.age())
                        .thenComparingLong(Weighed::weight)
                        .thenComparing(weighed -> weighed.instance.id())
                        .reversed())
                .map(Weighed::instance)
                .toList();
    }

    /** Must be the same in every version: instances of two would else disagree for as long as both run. */
    static long weight(int shard, String id) {
        long hash = FNV_OFFSET;
        for (byte each : id.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return mixed(hash ^ mixed(shard + 1L));
    }

    /** Each bit of the outcome depends on every bit, as the finalizer of MurmurHash3 does it. */
    private static long mixed(long bits) {
        long mixed = bits;
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }

    private record Weighed(Instance instance, long weight) {}
}
