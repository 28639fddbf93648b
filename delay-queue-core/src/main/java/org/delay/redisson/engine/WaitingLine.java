package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import lombok.RequiredArgsConstructor;

/** Topics that were put off until somebody leaves, in the order in which they came. Guarded by its gate's lock. */
@RequiredArgsConstructor
final class WaitingLine {

    /** Beyond this many, topics are due again by themselves only. */
    private static final int MOST = 10_000;

    private record Place(int shard, String topic) {}

    private final RecalledTopics recalls;
    private final Set<Place> places = new LinkedHashSet<>();

    void add(int shard, String topic) {
        if (places.size() < MOST) {
            places.add(new Place(shard, topic));
        }
    }

    /** Brings the first one forward, if there is any. */
    void callNext() {
        Iterator<Place> all = places.iterator();
        if (all.hasNext()) {
            Place first = all.next();
            all.remove();
            recalls.add(first.shard(), first.topic(), Duration.ZERO);
        }
    }
}
