package org.delay.redisson.benchmark.simulation;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a poll takes longer because Redis was asleep: the longer the sleep, the colder the processor's caches.
 *
 * @param bySleep nanoseconds, by those of the sleep
 */
record Awakening(NavigableMap<Long, Long> bySleep) {

    static final Awakening NONE = new Awakening(Map.of(0L, 0L));

    Awakening(Map<Long, Long> bySleep) {
        this(new TreeMap<>(bySleep));
    }

    /** After a sleep, nanoseconds: between the measured ones in proportion. None if it did not sleep. */
    long after(long sleep) {
        Map.Entry<Long, Long> below = bySleep.floorEntry(sleep);
        Map.Entry<Long, Long> above = bySleep.higherEntry(sleep);
        if (sleep <= 0 || below == null) {
            return 0;
        }
        if (above == null) {
            return below.getValue();
        }
        double part = (double) (sleep - below.getKey()) / (above.getKey() - below.getKey());
        return below.getValue() + (long) (part * (above.getValue() - below.getValue()));
    }

    /** After the shortest sleep. */
    long least() {
        return bySleep.firstEntry().getValue();
    }

    /** After the longest sleep. */
    long longest() {
        return bySleep.lastEntry().getValue();
    }
}
