package org.delay.redisson.engine.admission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.delay.redisson.engine.admission.Turns.Place;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Topics that wait for a worker, in one line for each destination, so that those of a destination that hangs are not in the
 * way of others. Those with a concurrency limit have a line for each limit, since they may come when others may not, and the
 * other way round. Guarded by its gate's lock.
 */
final class DestinationLines {

    private final RecallQueue recalls;
    private final Ticker ticker;
    private final Turns turns;

    /** Whose turn is next comes first. */
    private final Map<Key, WaitingTopics> lines = new LinkedHashMap<>();

    private record Key(
            DestinationBreaker destination, @Nullable ConcurrencyLimit limit) {}

    DestinationLines(RecallQueue recalls, Ticker ticker) {
        this.recalls = recalls;
        this.ticker = ticker;
        this.turns = new Turns(ticker);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The topics of a destination that wait, and have this limit or none. */
    WaitingTopics of(DestinationBreaker destination, @Nullable ConcurrencyLimit limit) {
        return lines.computeIfAbsent(new Key(destination, limit), fresh -> new WaitingTopics(recalls, ticker, turns));
    }

    /** All lines of a destination. */
    List<WaitingTopics> allOf(DestinationBreaker destination) {
        return lines.entrySet().stream()
                .filter(line -> line.getKey().destination() == destination)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** A topic was admitted, and does not wait any more. */
    void remove(DestinationBreaker destination, @Nullable ConcurrencyLimit limit, int shard, String topic) {
        WaitingTopics line = lines.get(new Key(destination, limit));
        if (line == null) {
            turns.came(new Place(shard, topic));
        } else {
            line.remove(shard, topic);
        }
    }

    /** Whether topics were recalled that have not come yet, and this one was not. */
    boolean isTurnOfOthers(String topic) {
        return turns.areOfOthers(topic);
    }

    /** The topic of the shard that was recalled, and is to be asked in place of this one. */
    @Nullable
    String takeTurn(int shard, String topic) {
        return turns.take(shard, topic);
    }

    /** No worker has come free, which would tell Redis whom it recalled: another one does. */
    void requestRecall() {
        recalls.request();
    }

    /** Recalls topics that may come, of one destination after the other. */
    void recall(int all, BiPredicate<DestinationBreaker, String> mayCome) {
        int left = all;
        for (Map.Entry<Key, WaitingTopics> entry : List.copyOf(lines.entrySet())) {
            DestinationBreaker destination = entry.getKey().destination();
            WaitingTopics line = entry.getValue();
            // Of a destination that does not answer, one may come: the others would lose their places in line.
            int most = destination.answers() ? left : Math.min(left, 1);
            int recalled = line.recall(most, topic -> mayCome.test(destination, topic));
            left -= recalled;
            if (recalled > 0 || line.isEmpty()) {
                lines.remove(entry.getKey());
            }
            if (recalled > 0 && !line.isEmpty()) {
                lines.put(entry.getKey(), line);
            }
        }
    }
}
