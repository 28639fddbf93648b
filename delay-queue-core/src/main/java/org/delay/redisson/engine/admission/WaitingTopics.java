package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Topics that were deferred until a worker is free, in the order in which they came. Guarded by its gate's lock.
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

    private record Place(int shard, String topic) {}

    /** @param number the lower, the earlier it came */
    private record Turn(Pace pace, long number) {}

    private final RecallQueue recalls;
    private final Ticker ticker;
    private final Map<Place, Turn> turns = new HashMap<>();
    private final Map<Pace, NavigableMap<Long, Place>> lines = new EnumMap<>(Pace.class);
    private final Map<String, DeferralBackoff> backoffs = new HashMap<>();
    private long last;

    boolean isEmpty() {
        return turns.isEmpty() && backoffs.isEmpty();
    }

    /** How long to defer a topic now. */
    Duration deferral(String topic) {
        DeferralBackoff backoff = backoffs.get(topic);
        return backoff == null ? DeferralBackoff.first(turns.size()) : backoff.left(ticker.nanos(), turns.size());
    }

    /** A topic was deferred. Its next deferral is not longer. If it waits already, it keeps its turn. */
    void add(int shard, String topic, Pace pace) {
        Place place = new Place(shard, topic);
        @Nullable Turn former = leave(place);
        if (former != null || turns.size() < MAX_TOPICS) {
            Turn turn = new Turn(pace, former == null ? ++last : former.number());
            turns.put(place, turn);
            line(pace).put(turn.number(), place);
        }
    }

    /** A topic was admitted: it must not be recalled in place of one that still waits. */
    void remove(int shard, String topic) {
        var unused = leave(new Place(shard, topic));
    }

    private @Nullable Turn leave(Place place) {
        Turn turn = turns.remove(place);
        if (turn != null) {
            line(turn.pace()).remove(turn.number());
        }
        return turn;
    }

    private NavigableMap<Long, Place> line(Pace pace) {
        return lines.computeIfAbsent(pace, fresh -> new TreeMap<>());
    }

    /** A topic was deferred. Its next deferral is longer. */
    void addGrowing(int shard, String topic, Pace pace) {
        if (backoffs.size() < MAX_TOPICS) {
            backoffs.computeIfAbsent(topic, fresh -> new DeferralBackoff(ticker.nanos()))
                    .deferred(ticker.nanos(), turns.size());
        }
        add(shard, topic, pace);
    }

    /** Deferrals are short again; says whether any had grown. */
    boolean resetBackoff() {
        boolean grown = !backoffs.isEmpty();
        backoffs.clear();
        return grown;
    }

    /** Recalls the first topics that may come, and says how many. */
    int recall(int most, Predicate<String> mayCome) {
        List<Place> first = lines.values().stream()
                .flatMap(line -> first(line, most, mayCome))
                .sorted(Map.Entry.comparingByKey())
                .limit(most)
                .map(Map.Entry::getValue)
                .toList();
        for (Place place : first) {
            remove(place.shard(), place.topic());
            recalls.add(place.shard(), place.topic(), Duration.ZERO);
        }
        return first.size();
    }

    private static Stream<Map.Entry<Long, Place>> first(
            NavigableMap<Long, Place> line, int most, Predicate<String> mayCome) {
        return line.entrySet().stream()
                .limit(most + MAX_PASSED_OVER)
                .filter(turn -> mayCome.test(turn.getValue().topic()))
                .limit(most);
    }
}
