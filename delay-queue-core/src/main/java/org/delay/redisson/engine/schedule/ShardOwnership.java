package org.delay.redisson.engine.schedule;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.engine.schedule.Rendezvous.Candidate;

/**
 * The instances that share the work, and this one's place among them. This is what the instance knows, and it may be wrong
 * for a while. If two instances believe that they own a shard, or none does, that costs calls or lateness and nothing else.
 *
 * <p>An instance that does not hear of others acts as the owner of every shard. Safe for use by many threads.
 */
public final class ShardOwnership {

    private static final int MOST_REMEMBERED = 1_000;

    private static final int SWEEPS_OF_DISCOVERY = 10;

    private static final int MOST_SWEEPS_OF_DISCOVERY = 120;

    private final String self;
    private final Duration sweep;
    private final Set<String> left = new LinkedHashSet<>();
    private volatile boolean isDoubted;
    private volatile Known known = new Known(List.of(), true);

    /**
     * The instances as far as known.
     *
     * @param certain whether heartbeats have told so lately
     */
    private record Known(List<Candidate> candidates, boolean certain) {

        Map<String, Standing> standings() {
            return candidates.stream()
                    .map(Candidate::instance)
                    .collect(Collectors.toMap(Instance::id, Standing::of, (one, other) -> other));
        }
    }

    /** What the order depends on and may change. */
    private record Standing(int format, boolean mature) {

        static Standing of(Instance instance) {
            return new Standing(instance.format(), instance.isMature());
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
        return rank(shard, known);
    }

    private int rank(int shard, Known among) {
        for (Candidate candidate : among.candidates) {
            if (candidate.instance().id().equals(self)) {
                return Rendezvous.rank(shard, candidate, among.candidates);
            }
        }
        return 0;
    }

    /** How many instances there are, including this one; 0 while heartbeats have no answer. */
    int instances() {
        return known.candidates.size();
    }

    /** When this instance polls a shard. */
    FailoverDelay delay(int shard) {
        Known among = known;
        return new FailoverDelay(rank(shard, among), spread(among), sweep);
    }

    /**
     * Among how many instances the polls of a shard are spread. While heartbeats fail, others may have gone: none is then left
     * without a poll for longer than in a small service.
     */
    private static int spread(Known among) {
        return among.certain ? among.candidates.size() : 1;
    }

    /** How many sweeps of an owner pass before the number of shards is read again: more if others read it, too. */
    int sweepsOfDiscovery() {
        return Math.max(SWEEPS_OF_DISCOVERY, Math.min(known.candidates.size(), MOST_SWEEPS_OF_DISCOVERY));
    }

    /** Whether there is surely no other instance; false while heartbeats have no answer. */
    public boolean isAlone() {
        Known all = known;
        return all.certain
                && !all.candidates.isEmpty()
                && all.candidates.stream()
                        .allMatch(candidate -> candidate.instance().id().equals(self));
    }

    /** An instance before this one has left messages due: it may be gone. */
    void doubt() {
        isDoubted = true;
    }

    /** Whether there was {@linkplain #doubt doubt} since the last call. */
    boolean takeDoubt() {
        boolean was = isDoubted;
        isDoubted = false;
        return was;
    }

    /** How long after a due time the next ones in order have polled. */
    public static Duration untilOthersLook() {
        return FailoverDelay.UNTIL_OTHERS_LOOK;
    }

    /** How long after a due time every healthy instance has polled. */
    public Duration untilAllLook() {
        Known all = known;
        return new FailoverDelay(Math.max(1, all.candidates.size() - 1), spread(all), sweep).untilLooked();
    }

    /** Takes what heartbeats tell; says whether the order may have changed. */
    synchronized boolean update(Collection<Instance> alive) {
        Known before = known;
        known = new Known(
                alive.stream()
                        .filter(instance -> !left.contains(instance.id()))
                        .map(Candidate::of)
                        .toList(),
                true);
        return !before.certain || !before.standings().equals(known.standings());
    }

    /** Heartbeats have failed for so long that others may have come or gone; says whether that is new. */
    synchronized boolean lostTouch() {
        Known before = known;
        known = new Known(before.candidates, false);
        return before.certain;
    }

    /** An instance has stopped; says whether that was another one, and known. */
    synchronized boolean remove(String id) {
        if (id.equals(self)) {
            return false;
        }
        // Each start has an id of its own. An answer that is older than this must not bring the instance back.
        left.add(id);
        if (left.size() > MOST_REMEMBERED) {
            left.remove(left.iterator().next());
        }
        Known before = known;
        known = new Known(
                before.candidates.stream()
                        .filter(candidate -> !candidate.instance().id().equals(id))
                        .toList(),
                before.certain);
        return known.candidates.size() < before.candidates.size();
    }

    @Override
    public String toString() {
        return known.candidates.stream()
                .map(candidate -> candidate.instance().id())
                .sorted()
                .toList()
                .toString();
    }
}
