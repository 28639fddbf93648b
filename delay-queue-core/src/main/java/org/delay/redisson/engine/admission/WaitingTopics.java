package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Turns.Place;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Topics that were deferred until their gate opens, for example when a worker is free, in the order in which they came. Guarded
 * by the gate's lock.
 *
 * <p>Topics of one {@link Pace} may mostly all come, or none. So those of each pace have a line of their own, and many that
 * may not come are not in the way of one that may.
 */
@RequiredArgsConstructor
final class WaitingTopics {

    /** Topics beyond this are due again by themselves only. */
    private static final int MAX_TOPICS = 50_000;

    /** How many topics of a line that may not come yet are passed over for a later one. */
    private static final int MAX_PASSED_OVER = 8;

    /** @param number the lower, the earlier it came */
    private record Waiting(Pace pace, long number) {}

    private record Candidate(long number, Place place) {}

    private final RecallQueue recalls;
    private final Ticker ticker;
    private final Turns turns;
    private final Map<Place, Waiting> waiting = new HashMap<>();
    private final Map<Pace, NavigableMap<Long, Place>> lines = new EnumMap<>(Pace.class);
    private final Map<String, DeferralBackoff> backoffs = new HashMap<>();

    boolean isEmpty() {
        return waiting.isEmpty() && backoffs.isEmpty();
    }

    /** How long to defer a topic now. */
    Duration deferral(String topic) {
        DeferralBackoff backoff = backoffs.get(topic);
        return backoff == null ? DeferralBackoff.first(waiting.size()) : backoff.left(ticker.nanos(), waiting.size());
    }

    /** A topic was deferred. Its next deferral is not longer. If it waits already, it keeps its turn. */
    void add(int shard, String topic, Pace pace) {
        Place place = new Place(shard, topic);
        @Nullable Waiting former = leave(place);
        if (former != null || waiting.size() < MAX_TOPICS) {
            long number = former == null ? turns.number(place) : former.number();
            waiting.put(place, new Waiting(pace, number));
            line(pace).put(number, place);
        }
    }

    /** A topic was admitted: it must not be recalled in place of one that still waits. */
    void remove(int shard, String topic) {
        Place place = new Place(shard, topic);
        var unused = leave(place);
        turns.came(place);
    }

    private @Nullable Waiting leave(Place place) {
        Waiting left = waiting.remove(place);
        if (left != null) {
            line(left.pace()).remove(left.number());
        }
        return left;
    }

    private NavigableMap<Long, Place> line(Pace pace) {
        return lines.computeIfAbsent(pace, fresh -> new TreeMap<>());
    }

    /** A topic was deferred. Its next deferral is longer. */
    void addGrowing(int shard, String topic, Pace pace) {
        if (backoffs.size() < MAX_TOPICS) {
            backoffs.computeIfAbsent(topic, fresh -> new DeferralBackoff(ticker.nanos()))
                    .deferred(ticker.nanos(), waiting.size());
        }
        add(shard, topic, pace);
    }

    /** Deferrals are short again; says whether any had grown. */
    boolean resetBackoff() {
        boolean grown = !backoffs.isEmpty();
        backoffs.clear();
        return grown;
    }

    /** Recalls the first topics that may come, one after the other, and says how many. */
    int recall(int most, Predicate<String> mayCome) {
        int recalled = 0;
        for (Candidate candidate : first(most + MAX_PASSED_OVER)) {
            Place place = candidate.place();
            if (recalled < most && mayCome.test(place.topic())) {
                var unused = leave(place);
                turns.recalled(place, candidate.number());
                recalls.add(place.shard(), place.topic(), Duration.ZERO);
                recalled++;
            }
        }
        return recalled;
    }

    /** The first of each pace, in the order in which they came. */
    private List<Candidate> first(int ofEach) {
        return lines.values().stream()
                .flatMap(line -> line.entrySet().stream().limit(ofEach))
                .map(entry -> new Candidate(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Candidate::number))
                .toList();
    }
}
