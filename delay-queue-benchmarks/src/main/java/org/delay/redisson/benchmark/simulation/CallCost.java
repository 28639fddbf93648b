package org.delay.redisson.benchmark.simulation;

/**
 * What a call costs the server.
 *
 * @param nanos of Redis's thread
 * @param nanosEach in addition, for each message, instance or subscriber
 * @param commands how many Redis counts, those of the script included
 * @param cold how many times as much longer as a poll it takes if it finds Redis asleep
 */
record CallCost(double nanos, double nanosEach, double commands, double cold) {

    static final CallCost NONE = new CallCost(0, 0, 0);

    CallCost(double nanos, double nanosEach, double commands) {
        this(nanos, nanosEach, commands, 1);
    }

    /** The same, but if it finds Redis asleep. */
    CallCost colder(double times) {
        return new CallCost(nanos, nanosEach, commands, times);
    }

    /** The time for so many messages, instances or subscribers. */
    long nanos(int number) {
        return Math.round(nanos + nanosEach * number);
    }
}
