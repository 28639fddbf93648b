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

/**
 * What the journal does beside the relay: marks and the repair of losses, the audit, the purge. One thread runs it, each second.
 */
@Slf4j
@RequiredArgsConstructor
final class JournalKeeper {

    static final Duration PAUSE = Duration.ofSeconds(1);

    /** A mark rises as often where nobody relays: so long a loss may stay unseen. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** Other instances may have another Redis, the old master for example. */
    private static final long ALONE = Duration.ofSeconds(30).toNanos();

    private static final Duration AUDIT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final DelayQueueMessage queue;
    private final Books books;
    private final RelaySignals signals;
    private final JournalCounts counts;
    private final RestoreMode mode;
    private final MarkKeeper marks;
    private final LossRepair repair;
    private final Audit audit;
    private final JournalPurge purge;

    private final Map<Integer, Long> checked = new HashMap<>();
    private final Set<Integer> failed = new HashSet<>();
    private long idleAt = System.nanoTime();
    private long auditAt = System.nanoTime();
    private long worked = System.nanoTime();
    private boolean repairs;
    private boolean warned;

    /** Does what is due. */
    void runOnce() {
        try {
            boolean isSettled = marks();
            purge.runWhenDue();
            if (isSettled && System.nanoTime() - auditAt >= 0) {
                auditAt = System.nanoTime() + AUDIT.toNanos();
                audit.run();
            }
            worked();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Returns whether it is known that nothing is lost. */
    private boolean marks() {
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
        repairs = mode != RestoreMode.OFF && unrepaired > 0;
        if (repairs) {
            now.forEach(repair::repair);
        }
        int waiting = marks.empty().size() + (mode == RestoreMode.OFF ? (int) unrepaired : 0);
        counts.waitingShards(waiting);
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
            boolean isOld = isOlder(mark, relays ? PAUSE : IDLE, now);
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
        } catch (DelayQueueException e) {
            log.debug("Redis did not tell or take the mark of a shard", e);
        }
    }

    private void worked() {
        worked = System.nanoTime();
        if (warned) {
            warned = false;
            log.info("The journal checks again whether Redis has lost messages");
        }
    }

    private void failed(RuntimeException e) {
        log.debug("The journal's tasks fail, and are tried again", e);
        if (!warned && System.nanoTime() - worked >= SILENCE.toNanos()) {
            warned = true;
            log.warn(
                    "For a minute, the journal could not check whether Redis has lost messages. Retrying every second: {}",
                    e.toString());
        }
    }
}
