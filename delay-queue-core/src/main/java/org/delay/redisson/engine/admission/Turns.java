package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Numbers topics that wait, and remembers those that were recalled: until they come, or must wait again, they have a turn. A
 * topic whose call has just ended mostly has older messages, and would claim again before they do, each time. Guarded by its
 * gate's lock.
 */
@RequiredArgsConstructor
final class Turns {

    /** A topic that has not come so long after its recall will not come: nothing is due, or another instance has it. */
    static final Duration TIMEOUT = Duration.ofMillis(200);

    /** While all workers are busy, a topic may come later. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** A topic of a shard. */
    record Place(int shard, String topic) {}

    private record Turn(long number, long since, boolean taken) {

        private boolean isYounger(Duration age, long now) {
            return !taken && now - since < age.toNanos();
        }
    }

    private final Ticker ticker;
    private final Map<Place, Turn> recalled = new HashMap<>();
    private long last;

    /** The number of a topic that begins to wait. One that was recalled and could not be admitted keeps its own. */
    long number(Place place) {
        @Nullable Turn former = recalled.remove(place);
        return former == null ? ++last : former.number();
    }

    /** It is the turn of a topic that waited. */
    void recalled(Place place, long number) {
        long now = ticker.nanos();
        recalled.values().removeIf(turn -> !turn.isYounger(LONGEST, now));
        recalled.put(place, new Turn(number, now, false));
    }

    /** A topic was admitted. */
    void came(Place place) {
        recalled.remove(place);
    }

    /** Whether another topic that was just recalled is expected to come, and this one is not. */
    boolean areOfOthers(String topic) {
        long now = ticker.nanos();
        return !has(topic, TIMEOUT, now) && recalled.values().stream().anyMatch(turn -> turn.isYounger(TIMEOUT, now));
    }

    private boolean has(String topic, Duration age, long now) {
        return recalled.entrySet().stream()
                .anyMatch(turn ->
                        turn.getKey().topic().equals(topic) && turn.getValue().isYounger(age, now));
    }

    /** The topic of a shard that is to be asked in place of one that has no turn itself: each once. Null if there is none. */
    @Nullable
    String take(int shard, String topic) {
        long now = ticker.nanos();
        if (has(topic, LONGEST, now)) {
            return null;
        }
        Place first = recalled.entrySet().stream()
                .filter(turn ->
                        turn.getKey().shard() == shard && turn.getValue().isYounger(LONGEST, now))
                .min(Comparator.comparingLong(turn -> turn.getValue().number()))
                .map(Map.Entry::getKey)
                .orElse(null);
        if (first == null) {
            return null;
        }
        recalled.computeIfPresent(first, (place, turn) -> new Turn(turn.number(), turn.since(), true));
        return first.topic();
    }
}
