package org.delay.redisson.engine.admission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;

/**
 * Topics that wait for a worker, in one line for each destination, so that those of a destination that hangs are not in the
 * way of others. Guarded by its gate's lock.
 */
@RequiredArgsConstructor
final class DestinationLines {

    private final RecallQueue recalls;
    private final Ticker ticker;

    /** Whose turn is next comes first. */
    private final Map<DestinationBreaker, WaitingTopics> lines = new LinkedHashMap<>();

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The topics of a destination that wait. */
    WaitingTopics of(DestinationBreaker destination) {
        return lines.computeIfAbsent(destination, fresh -> new WaitingTopics(recalls, ticker));
    }

    /** A topic was admitted, and does not wait any more. */
    void remove(DestinationBreaker destination, int shard, String topic) {
        WaitingTopics line = lines.get(destination);
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
        for (Map.Entry<DestinationBreaker, WaitingTopics> entry : List.copyOf(lines.entrySet())) {
            DestinationBreaker destination = entry.getKey();
            WaitingTopics line = entry.getValue();
            // Of a destination that does not answer, one may come: the others would lose their places in line.
            int most = destination.answers() ? left : Math.min(left, 1);
            int recalled = line.recall(most, topic -> mayCome.test(destination, topic));
            left -= recalled;
            if (recalled > 0 || line.isEmpty()) {
                lines.remove(destination);
            }
            if (recalled > 0 && !line.isEmpty()) {
                lines.put(destination, line);
            }
        }
    }
}
