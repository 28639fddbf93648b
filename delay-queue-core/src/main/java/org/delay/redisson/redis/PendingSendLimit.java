package org.delay.redisson.redis;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of sends that wait for Redis and that no thread waits for. Redis may hang while an application keeps sending. A
 * caller that waits is not limited: it holds its messages in any case, and sends no others meanwhile.
 */
final class PendingSendLimit {

    /**
     * As many messages as a busy application sends while Redis is replaced, 100,000 of 100 characters, in a small part of the
     * heap of a server.
     */
    static final long MOST = 64L * 1024 * 1024;

    /** The memory of a send without its text. */
    private static final long BESIDE_TEXT = 500;

    private final AtomicLong held = new AtomicLong();

    /** Whether these sends may wait too. The size of a single call does not matter: one with many large messages is accepted. */
    boolean add(Collection<PendingSend> sends) {
        long more = sends.stream().mapToLong(PendingSendLimit::size).sum();
        long before = held.get();
        while (before < MOST) {
            if (held.compareAndSet(before, before + more)) {
                return true;
            }
            before = held.get();
        }
        return false;
    }

    void remove(PendingSend send) {
        held.addAndGet(-size(send));
    }

    private static long size(PendingSend send) {
        return BESIDE_TEXT + send.message().stored().length();
    }
}
