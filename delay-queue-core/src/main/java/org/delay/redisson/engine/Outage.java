package org.delay.redisson.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/** Says once that something is out of order, and once that all is well again, however many calls fail meanwhile. */
@Slf4j
@RequiredArgsConstructor
final class Outage {

    private final String begins;
    private final String ends;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Object> concerned = new HashSet<>();
    private volatile boolean lasting;

    /** Something does not work; the outage lasts until each such source works again. */
    void failed(Object source, Throwable cause) {
        lock.lock();
        try {
            concerned.add(source);
            if (lasting) {
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
