package org.delay.redisson.journal;

/** What happens by itself when Redis has lost messages. */
public enum RestoreMode {
    /** What Redis took last and has lost is sent to it again. A Redis that is empty waits for a person: it may be the wrong one. */
    PARTIAL,
    /** What Redis has lost is sent to it again, also if it is empty. */
    ALL,
    /** Nothing. A person restores. */
    OFF
}
