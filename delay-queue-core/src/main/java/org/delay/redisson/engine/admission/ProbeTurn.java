package org.delay.redisson.engine.admission;

/** When a topic is probed, beside others that wait for that. */
enum ProbeTurn {

    /** It was not tried yet. */
    FIRST,

    /** The destination answered its last probe, though with a failure; or it was unavailable, and its back-off is over. */
    ANSWERED,

    /** It was unavailable when it was tried last, or its probe took long. */
    LAST;

    ProbeTurn later(ProbeTurn other) {
        return compareTo(other) > 0 ? this : other;
    }
}
