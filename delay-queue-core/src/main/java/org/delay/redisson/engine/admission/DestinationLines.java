package org.delay.redisson.engine.admission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Topics that wait for a worker, in one line for each destination, so that those of a destination that hangs are not in the
 * way of others. Those with a concurrency limit have a line for each limit, since they may come when others may not, and the
 * other way round. Guarded by its gate's lock.
 */
@RequiredArgsConstructor
final class DestinationLines {

    private final RecallQueue recalls;
    private final Ticker ticker;

    /** Whose turn is next comes first. */
    private final Map<Key, WaitingTopics> lines = new LinkedHashMap<>();

    private record Key(
            DestinationBreaker destination, @Nullable ConcurrencyLimit limit) {}

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The topics of a destination that wait, and have this limit or none. */
    WaitingTopics of(DestinationBreaker destination, @Nullable ConcurrencyLimit limit) {
        return lines.computeIfAbsent(new Key(destination, limit), fresh -> new WaitingTopics(recalls, ticker));
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
        if (line != null) {
            line.remove(shard, topic);
        }
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
