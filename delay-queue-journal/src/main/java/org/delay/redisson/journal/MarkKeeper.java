package org.delay.redisson.journal;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.ShardMark;

/**
 * Raises the mark of a shard in the database and then in Redis, or notices that Redis has lost messages: it has a lower mark than it
 * was told, or was started or promoted since. The database decides between instances. For one thread.
 */
@Slf4j
@RequiredArgsConstructor
final class MarkKeeper {

    /** Between its two steps, an instance looks like a loss to others. */
    private static final long SUSPICION = Duration.ofSeconds(1).toNanos();

    /** An instance that is the only one left with its Redis is right after this time. */
    private static final long DISAGREEMENT = Duration.ofSeconds(30).toNanos();

    private final RevisionedStore redis;
    private final Books books;
    private final JournalCounts counts;
    private final RestoreMode mode;

    private final Map<Integer, String> seen = new HashMap<>();
    private final Map<Integer, Step> untold = new HashMap<>();
    private final Map<Integer, Doubt> doubts = new HashMap<>();
    private final Set<Integer> empty = new HashSet<>();

    /** A mark that is raised in the database, and which Redis had before. */
    private record Step(RevisionedStore.ShardMark met, ShardMark now) {}

    /** What this instance does not believe yet, and since when. */
    private record Doubt(ShardMark known, RevisionedStore.ShardMark met, long since) {}

    /** Shards that are empty in Redis though messages wait there, until a person decides. */
    Set<Integer> empty() {
        return empty;
    }

    /** Whether losses are repaired without an operator. */
    boolean restores() {
        return mode != RestoreMode.OFF;
    }

    /** Counts the shards that wait for an operator: empty ones, and those with a loss where nothing is restored automatically. */
    int countWaiting(int unrepaired) {
        int waiting = empty.size() + (restores() ? 0 : unrepaired);
        counts.waitingShards(waiting);
        return waiting;
    }

    /** Whether this shard must be looked at soon again. */
    boolean isInDoubt(int shard) {
        return doubts.containsKey(shard);
    }

    boolean isInDoubt() {
        return !doubts.isEmpty();
    }

    /**
     * Compares Redis with the database.
     *
     * @param known what the database has, read before this call
     * @param raises whether the mark is to rise if nothing is lost
     */
    void check(ShardMark known, boolean raises) {
        int shard = known.shard();
        RevisionedStore.ShardMark met = redis.mark(shard);
        if (met.mark() > 0) {
            empty.remove(shard);
        }
        Step step = untold.get(shard);
        if (step != null && isSame(step.now(), known) && step.met().equals(met)) {
            tell(step);
        } else if (known.mark() == 0) {
            raise(known, met);
        } else if (met.mark() == 0 && known.soundFrom() > 0) {
            foundEmpty(known, met);
        } else if (!met.replicationId().equals(known.redis())) {
            foundAnother(known, met);
        } else if (met.mark() < known.mark()) {
            if (lasts(known, met, SUSPICION)) {
                lost(known, met);
            }
        } else {
            seen.put(shard, met.replicationId());
            doubts.remove(shard);
            if (raises) {
                raise(known, met);
            }
        }
    }

    private static boolean isSame(ShardMark one, ShardMark other) {
        return one.mark() == other.mark() && one.redis().equals(other.redis());
    }

    private void foundEmpty(ShardMark known, RevisionedStore.ShardMark met) {
        doubts.remove(known.shard());
        if (mode == RestoreMode.ALL || isOwedNothing(known.shard())) {
            lost(known, met);
        } else if (empty.add(known.shard())) {
            counts.lost();
            log.error(
                    "Shard {} of Redis is empty, but the journal has messages for it. Was Redis flushed, or is it the wrong"
                            + " server? They are not sent again until an operator decides. If it is the right Redis, call"
                            + " DelayQueueJournal.restore(RestoreRequest.ALL). If not, correct its address",
                    known.shard());
        }
    }

    private boolean isOwedNothing(int shard) {
        RowFilter placed = RowFilter.WAITING.takenSince(new Placement(shard, 0));
        return books.store().page(placed, null, 1).rows().isEmpty();
    }

    /**
     * Redis was started or promoted since. Or another instance has another Redis, since one of us still has the old master after a
     * promotion: then whoever has seen no change keeps still.
     */
    private void foundAnother(ShardMark known, RevisionedStore.ShardMark met) {
        boolean unchanged = met.replicationId().equals(seen.get(known.shard()));
        if (!unchanged || lasts(known, met, DISAGREEMENT)) {
            lost(known, met);
        }
    }

    private boolean lasts(ShardMark known, RevisionedStore.ShardMark met, long nanos) {
        long now = System.nanoTime();
        Doubt before = doubts.get(known.shard());
        if (before == null || !isSame(before.known(), known) || !before.met().equals(met)) {
            doubts.put(known.shard(), new Doubt(known, met, now));
            return false;
        }
        return now - before.since() >= nanos;
    }

    private void raise(ShardMark known, RevisionedStore.ShardMark met) {
        change(met, () -> books.store().raiseMark(known, met.replicationId(), met.mark()));
    }

    private void lost(ShardMark known, RevisionedStore.ShardMark met) {
        change(met, () -> books.store().lost(known, met.replicationId(), met.mark()))
                .ifPresent(now -> {
                    counts.lost();
                    log.warn(
                            "Redis was restarted, promoted or set back, so shard {} may have lost its writes from mark {} to {}.{}",
                            now.shard(),
                            met.mark(),
                            known.mark(),
                            mode == RestoreMode.OFF
                                    ? " Nothing is sent again automatically: call DelayQueueJournal.restore(RestoreRequest.ALL)"
                                    : " Missing messages are sent again");
                });
    }

    private Optional<ShardMark> change(RevisionedStore.ShardMark met, Supplier<Optional<ShardMark>> change) {
        Optional<ShardMark> changed = books.transactions().inOwn(change);
        changed.ifPresent(now -> {
            seen.put(now.shard(), met.replicationId());
            empty.remove(now.shard());
            doubts.remove(now.shard());
            untold.put(now.shard(), new Step(met, now));
            tell(new Step(met, now));
        });
        return changed;
    }

    /** A late call does no harm: Redis takes it only if it still is as it was met. */
    private void tell(Step step) {
        var unused = redis.raiseMark(step.now().shard(), step.met(), step.now().mark());
        untold.remove(step.now().shard());
    }
}
