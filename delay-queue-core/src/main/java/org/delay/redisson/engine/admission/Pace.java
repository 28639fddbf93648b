package org.delay.redisson.engine.admission;

/** What is known of how long a topic's calls take. */
enum Pace {
    /** They are quick, and were so lately where many hang. */
    QUICK,
    /** There was none so far, or not lately where many hang. */
    UNCLEAR,
    /** One took long, and not enough quick ones followed. */
    SLOW
}
