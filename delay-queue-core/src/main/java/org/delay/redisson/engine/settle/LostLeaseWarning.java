package org.delay.redisson.engine.settle;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.report.WarningLimit;
import org.delay.redisson.engine.time.Ticker;

/**
 * Warns of lost leases, but not of each. A handler that sends its own message again loses one each time, so a warning for each of
 * them would fill the log. The others are counted in the next warning, and logged at DEBUG.
 */
@Slf4j
final class LostLeaseWarning {

    private static final int MOST_IDS = 5;

    private final WarningLimit limit;
    private final AtomicInteger untold = new AtomicInteger();

    LostLeaseWarning(Ticker ticker) {
        this.limit = new WarningLimit(ticker);
    }

    void lost(String topic, Set<String> ids) {
        if (!limit.mayWarn()) {
            untold.addAndGet(ids.size());
            log.debug("Lease lost: topic {}, ids {}", topic, ids);
            return;
        }
        int others = untold.getAndSet(0);
        log.warn(
                "The lease of {} of topic {} was lost, because of a replacement or a removal, or"
                        + " because another worker may deliver too (ids {}{}){}",
                Counted.of(ids.size(), "message"),
                topic,
                ids.stream().limit(MOST_IDS).toList(),
                ids.size() > MOST_IDS ? ", …" : "",
                others == 0 ? "" : ". Since the last warning, " + Counted.of(others, "more lease") + " lost");
    }
}
