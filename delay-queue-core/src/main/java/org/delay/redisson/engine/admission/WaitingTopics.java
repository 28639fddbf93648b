package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;

/** Topics that were deferred until a worker is free, in the order in which they came. Guarded by its gate's lock. */
@RequiredArgsConstructor
final class WaitingTopics {

    /** Topics beyond this are due again by themselves only. */
    private static final int MAX_TOPICS = 50_000;

    /** How many topics that may not come yet are passed over for a later one. */
    private static final int MAX_PASSED_OVER = 8;

    private record Place(int shard, String topic) {}

    private final RecallQueue recalls;
    private final Ticker ticker;
    private final Set<Place> places = new LinkedHashSet<>();
    private final Map<String, DeferralBackoff> backoffs = new HashMap<>();

    boolean isEmpty() {
        return places.isEmpty() && backoffs.isEmpty();
    }

    /** How long to defer a topic now. */
    Duration deferral(String topic) {
        DeferralBackoff backoff = backoffs.get(topic);
        return backoff == null ? DeferralBackoff.first(places.size()) : backoff.left(ticker.nanos(), places.size());
    }

    /** A topic was deferred. Its next deferral is not longer. */
    void add(int shard, String topic) {
        if (places.size() < MAX_TOPICS) {
            places.add(new Place(shard, topic));
        }
    }

    /** A topic was admitted: it must not be recalled in place of one that still waits. */
    void remove(int shard, String topic) {
        places.remove(new Place(shard, topic));
    }

    /** A topic was deferred. Its next deferral is longer. */
    void addGrowing(int shard, String topic) {
        if (backoffs.size() < MAX_TOPICS) {
            backoffs.computeIfAbsent(topic, fresh -> new DeferralBackoff(ticker.nanos()))
                    .deferred(ticker.nanos(), places.size());
        }
        add(shard, topic);
    }

    /** Deferrals are short again; says whether any had grown. */
    boolean resetBackoff() {
        boolean grown = !backoffs.isEmpty();
        backoffs.clear();
        return grown;
    }

    /** Recalls the first topics that may come, and says how many. */
    int recall(int most, Predicate<String> mayCome) {
        int recalled = 0;
        int passedOver = 0;
        Iterator<Place> all = places.iterator();
        while (recalled < most && passedOver < MAX_PASSED_OVER && all.hasNext()) {
            Place next = all.next();
            if (mayCome.test(next.topic())) {
                all.remove();
                recalls.add(next.shard(), next.topic(), Duration.ZERO);
                recalled++;
            } else {
                passedOver++;
            }
        }
        return recalled;
    }
}
