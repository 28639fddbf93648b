package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.Ticker;

/**
 * Says once that something is out of order, and once that it is well again, however many calls fail meanwhile, and whatever
 * works between them: it is over when something works and nothing has failed for a while.
 */
@Slf4j
@RequiredArgsConstructor
public final class Outage {

    /** Longer than any pause between two calls that fail for the same reason. */
    public static final Duration QUIET = Duration.ofSeconds(10);

    private final Ticker ticker;
    private final String begins;
    private final String ends;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean lasting;
    private long failed;

    /** A call failed. Logs a warning if the outage begins with it. */
    public void failed(Throwable cause) {
        lock.lock();
        try {
            failed = ticker.nanos();
            if (lasting) {
                log.debug("{}", begins, cause);
                return;
            }
            lasting = true;
        } finally {
            lock.unlock();
        }
        log.warn("{}: {}", begins, ErrorText.line(cause, ""));
    }

    /** A call worked. Logs the end of the outage if nothing has failed for {@link #QUIET}. */
    public void worked() {
        if (!lasting) {
            return;
        }
        lock.lock();
        try {
            if (!lasting || ticker.nanos() - failed < QUIET.toNanos()) {
                return;
            }
            lasting = false;
        } finally {
            lock.unlock();
        }
        log.info("{}", ends);
    }
}
