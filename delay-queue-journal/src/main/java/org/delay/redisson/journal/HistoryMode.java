package org.delay.redisson.journal;

/** What is kept of a message's history. The message itself is kept in any case. */
public enum HistoryMode {
    /** Nothing. */
    NONE,
    /** How messages ended, and what is unusual: failures, redrives, what was dropped, restored or reopened. */
    OUTCOMES,
    /** Also each send, reschedule and relay. */
    ALL
}
