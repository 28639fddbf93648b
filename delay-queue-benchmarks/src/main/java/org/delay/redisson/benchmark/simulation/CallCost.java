package org.delay.redisson.benchmark.simulation;

/**
 * What a call costs the server.
 *
 * @param nanos of Redis's thread
 * @param nanosEach in addition, for each message, instance or subscriber
 * @param commands how many Redis counts, those of the script included
 */
record CallCost(double nanos, double nanosEach, double commands) {

    static final CallCost NONE = new CallCost(0, 0, 0);

    /** The time for so many messages, instances or subscribers. */
    long nanos(int number) {
        return Math.round(nanos + nanosEach * number);
    }
}
