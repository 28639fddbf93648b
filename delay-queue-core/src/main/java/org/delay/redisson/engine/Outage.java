package org.delay.redisson.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/**
 * Says that something is out of order, once or once for each source, and once that all is well again, however many calls
 * fail meanwhile.
 */
@Slf4j
@RequiredArgsConstructor
final class Outage {

    /** Beyond this many, those that do not work any more are forgotten rather than kept for ever. */
    private static final int MAX_SOURCES = 10_000;

    private final String begins;
    private final String ends;
    private final boolean forEachSource;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Object> concerned = new HashSet<>();
    private volatile boolean lasting;

    /** Something does not work; the outage lasts until each such source works again. */
    void failed(Object source, Throwable cause) {
        lock.lock();
        try {
            if (concerned.size() >= MAX_SOURCES) {
                concerned.clear();
            }
            boolean known = !concerned.add(source);
            if (lasting && (known || !forEachSource)) {
                log.debug("{} ({})", begins, source, cause);
                return;
            }
            lasting = true;
        } finally {
            lock.unlock();
        }
        log.warn("{}: {}", begins, cause.toString());
    }

    void worked(Object source) {
        if (!lasting) {
            return;
        }
        lock.lock();
        try {
            if (!concerned.remove(source) || !concerned.isEmpty()) {
                return;
            }
            lasting = false;
        } finally {
            lock.unlock();
        }
        log.info(ends);
    }
}
