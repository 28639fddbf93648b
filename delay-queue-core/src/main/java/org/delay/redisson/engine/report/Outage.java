package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.Ticker;

/**
 * Logs the beginning and the end of an outage, once each, even if many calls fail and some work in between. The outage is over
 * when a call works and none has failed for {@link #QUIET}.
 */
@Slf4j
@RequiredArgsConstructor
public final class Outage {

    /** Longer than any wait between two calls that fail for the same reason. */
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
