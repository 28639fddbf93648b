package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.journal.store.ShardMark;

/** Looks whether Redis has lost messages, by the marks of its shards, and has lost ones sent again. Not thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class LossWatch {

    /** A mark rises as often while messages are relayed. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** A mark rises as often where nobody relays: so long a loss may stay unseen. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** Other instances may have another Redis, the old master for example. */
    private static final long ALONE = Duration.ofSeconds(30).toNanos();

    private final DelayQueueMessage queue;
    private final Books books;
    private final RelaySignals signals;
    private final MarkKeeper marks;
    private final LossRepair repair;

    private final Map<Integer, Long> checked = new HashMap<>();
    private final Set<Integer> failed = new HashSet<>();
    private long idleAt = System.nanoTime();
    private boolean repairs;

    /** Returns whether it is known that nothing is lost. */
    boolean run() {
        boolean isIdleRound = System.nanoTime() - idleAt >= 0;
        if (!isIdleRound && !repairs && !marks.isInDoubt() && signals.shards().isEmpty() && failed.isEmpty()) {
            return false;
        }
        List<ShardMark> known = books.store().marks();
        check(known, isIdleRound);
        if (isIdleRound) {
            idleAt = System.nanoTime() + IDLE.toNanos();
        }
        List<ShardMark> now = books.store().marks();
        long unrepaired = now.stream().filter(mark -> mark.lostFrom() != null).count();
        repairs = marks.restores() && unrepaired > 0;
        if (repairs) {
            now.forEach(repair::repair);
        }
        int waiting = marks.countWaiting((int) unrepaired);
        return isIdleRound && failed.isEmpty() && unrepaired == 0 && waiting == 0;
    }

    private void check(List<ShardMark> known, boolean isIdleRound) {
        Map<Integer, ShardMark> byShard = new HashMap<>();
        known.forEach(mark -> byShard.put(mark.shard(), mark));
        Instant now = books.store().now();
        int shards = queue.shards();
        for (int shard = 0; shard < shards; shard++) {
            ShardMark mark = byShard.getOrDefault(shard, ShardMark.unraised(shard));
            boolean relays = signals.shards().contains(shard);
            boolean isOld = isOlder(mark, relays ? BUSY : IDLE, now);
            boolean isDue = isIdleRound && (isOld || isNews(shard));
            if (isDue || relays || failed.contains(shard) || marks.isInDoubt(shard)) {
                check(mark, isOld);
            }
        }
    }

    /** Whether this instance has to look for itself, whatever others have seen. */
    private boolean isNews(int shard) {
        Long last = checked.get(shard);
        return last == null
                || System.nanoTime() - last >= ALONE
                || marks.empty().contains(shard);
    }

    /** Also if the database's clock was set back. */
    private static boolean isOlder(ShardMark mark, Duration age, Instant now) {
        return !mark.raisedAt().plus(age).isAfter(now) || mark.raisedAt().isAfter(now);
    }

    /** A shard that does not answer is asked again at the next round, and hides no other one. */
    private void check(ShardMark mark, boolean raises) {
        signals.marked(mark.shard());
        failed.add(mark.shard());
        try {
            marks.check(mark, raises);
            failed.remove(mark.shard());
            checked.put(mark.shard(), System.nanoTime());
            if (!marks.isInDoubt(mark.shard()) && !marks.empty().contains(mark.shard())) {
                signals.sound(mark.shard());
            }
        } catch (DelayQueueException e) {
            log.debug("Redis did not tell or take the mark of a shard", e);
        }
    }
}
