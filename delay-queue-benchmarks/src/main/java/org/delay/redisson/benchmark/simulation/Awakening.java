package org.delay.redisson.benchmark.simulation;

/**
 * What a call takes longer because Redis was asleep: the longer the sleep, the colder the processor's caches.
 *
 * @param least nanoseconds, after the shortest sleep
 * @param longest nanoseconds, after a sleep of {@code time} or more
 * @param time nanoseconds
 */
record Awakening(long least, long longest, long time) {

    static final Awakening NONE = new Awakening(0, 0, 1);

    Awakening {
        longest = Math.max(least, longest);
    }

    /** After a sleep, nanoseconds; none if it did not sleep. */
    long after(long sleep) {
        return sleep <= 0 ? 0 : least + (longest - least) * Math.min(sleep, time) / time;
    }
}
