package org.delay.redisson.rabbit;

import java.time.Duration;

/**
 * Until when what may happen to a batch, by {@link System#nanoTime()}.
 *
 * @param start nothing is published later: what is published late has too little time to say something about its address
 * @param confirmed confirms that are missing are given up
 * @param end nobody waits any more
 */
record Deadlines(long start, long confirmed, long end) {

    /** RabbitMQ confirms within milliseconds, or what it takes to write to a disk. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    static Deadlines within(Duration timeout) {
        long now = System.nanoTime();
        return new Deadlines(
                now + timeout.dividedBy(2).toNanos(),
                now + timeout.multipliedBy(9).dividedBy(10).toNanos(),
                now + timeout.toNanos());
    }

    boolean mayStart() {
        return start - System.nanoTime() > 0;
    }

    /** When confirms have been missing for a while, for what was published just now. */
    long suspected() {
        long now = System.nanoTime();
        return now + Math.min(PATIENCE.toNanos(), (confirmed - now) / 2);
    }
}
