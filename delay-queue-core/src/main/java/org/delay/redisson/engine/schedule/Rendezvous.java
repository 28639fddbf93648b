package org.delay.redisson.engine.schedule;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.delay.redisson.InstanceOperations.Instance;

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
     * release newer messages. Among these, {@linkplain Instance#isMature() mature} instances come first. If one comes or
     * goes, the others keep their order.
     */
    public static List<Instance> order(int shard, Collection<Instance> instances) {
        return instances.stream()
                .map(Candidate::of)
                .map(candidate -> new Weighed(candidate, candidate.weight(shard)))
                .sorted(Comparator.reverseOrder())
                .map(weighed -> weighed.candidate.instance)
                .toList();
    }

    /**
     * How many of the instances come before this one in the {@linkplain #order order} of a shard. Without sorting: a large
     * fleet asks for each of many shards whenever an instance comes or goes.
     */
    static int rank(int shard, Candidate self, Collection<Candidate> all) {
        Weighed own = new Weighed(self, self.weight(shard));
        int before = 0;
        for (Candidate other : all) {
            if (new Weighed(other, other.weight(shard)).compareTo(own) > 0) {
                before++;
            }
        }
        return before;
    }

    /** Must be the same in every version: instances of two would else disagree for as long as both run. */
    static long weight(int shard, String id) {
        return mixed(hash(id) ^ mixed(shard + 1L));
    }

    private static long hash(String id) {
        long hash = FNV_OFFSET;
        for (byte each : id.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    /** Each bit of the outcome depends on every bit, as the finalizer of MurmurHash3 does it. */
    private static long mixed(long bits) {
        long mixed = bits;
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }

    /**
     * An instance, and what is the same for it in all shards.
     *
     * @param hash what its weights have in common
     */
    record Candidate(Instance instance, boolean mature, long hash) {

        static Candidate of(Instance instance) {
            return new Candidate(instance, instance.isMature(), Rendezvous.hash(instance.id()));
        }

        private long weight(int shard) {
            return mixed(hash ^ mixed(shard + 1L));
        }
    }

    /** The greatest comes first. Compared by hand: for a large fleet, this is done a million times. */
    private record Weighed(Candidate candidate, long weight) implements Comparable<Weighed> {

        @Override
        public int compareTo(Weighed other) {
            Instance one = candidate.instance;
            Instance another = other.candidate.instance;
            int order = Integer.compare(one.format(), another.format());
            if (order == 0) {
                order = Boolean.compare(candidate.mature, other.candidate.mature);
            }
            if (order == 0 && !candidate.mature) {
                order = one.age().compareTo(another.age());
            }
            if (order == 0) {
                order = Long.compare(weight, other.weight);
            }
            return order != 0 ? order : one.id().compareTo(another.id());
        }
    }
}
