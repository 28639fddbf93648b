package org.delay.redisson.engine.settle;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.time.Ticker;

/**
 * Warns of lost leases, at most once in {@link #BETWEEN}. A handler that sends its own message again loses one each time, so a warning
 * for each of them would fill the log. The others are counted in the next warning, and logged at DEBUG.
 */
@Slf4j
@RequiredArgsConstructor
final class LostLeaseWarning {

    static final Duration BETWEEN = Duration.ofMinutes(1);

    private static final int MOST_IDS = 5;

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean warned;
    private long last;
    private int untold;

    void lost(String topic, Set<String> ids) {
        OptionalInt others = othersIfDue(ids.size());
        if (others.isEmpty()) {
            log.debug("Lease lost: topic {}, ids {}", topic, ids);
            return;
        }
        log.warn(
                "The lease of {} of topic {} was lost, because of a replacement or a removal, or"
                        + " because another worker may deliver too (ids {}{}){}",
                Counted.of(ids.size(), "message"),
                topic,
                ids.stream().limit(MOST_IDS).toList(),
                ids.size() > MOST_IDS ? ", …" : "",
                others.getAsInt() == 0
                        ? ""
                        : ". Since the last warning, " + Counted.of(others.getAsInt(), "more lease") + " lost");
    }

    /** How many leases were lost without a warning, or nothing if it is too soon for another one. */
    private OptionalInt othersIfDue(int lost) {
        lock.lock();
        try {
            long now = ticker.nanos();
            if (warned && now - last < BETWEEN.toNanos()) {
                untold += lost;
                return OptionalInt.empty();
            }
            OptionalInt others = OptionalInt.of(untold);
            warned = true;
            last = now;
            untold = 0;
            return others;
        } finally {
            lock.unlock();
        }
    }
}
