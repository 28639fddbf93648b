package org.delay.redisson.engine.report;

import lombok.extern.slf4j.Slf4j;

/** Warns of a topic with so many dead letters that somebody should look at them. */
@Slf4j
public final class DeadLetterWarning {

    private static final int MANY = 10_000;

    private DeadLetterWarning() {}

    /** Whether a number of dead letters is worth a warning. */
    public static boolean isNeeded(long dead) {
        return dead >= MANY;
    }

    /** Warns if the topic has many. */
    public static void ofMany(String topic, long dead) {
        if (isNeeded(dead)) {
            log.warn(
                    "Topic {} has {} dead letters. Redrive or delete them, or set"
                            + " 'delay.redisson.dead-letter-retention'",
                    topic,
                    dead);
        }
    }
}
