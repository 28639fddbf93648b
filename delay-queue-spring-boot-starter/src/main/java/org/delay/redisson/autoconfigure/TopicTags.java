package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;

/**
 * What meters call a topic: its name, or {@value #OTHER} if there are too many topics. Each name adds a time series to each
 * meter. Safe for use by many threads.
 */
@Slf4j
final class TopicTags {

    static final String OTHER = "other";

    private final int most;
    private final Set<String> tagged = ConcurrentHashMap.newKeySet();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean warned;

    /** @param most the maximum number of topics that are named */
    TopicTags(int most) {
        this.most = most;
    }

    String of(String topic) {
        return tagged.contains(topic) || add(topic) ? topic : OTHER;
    }

    /** Calls the listener with each tag that is new: a meter must exist before its first event, or its increase is not seen. */
    void onNew(Consumer<String> listener) {
        listeners.add(listener);
        tagged.forEach(listener);
    }

    private boolean add(String topic) {
        boolean wasFull = warned;
        boolean added = addIfRoom(topic);
        if (added) {
            listeners.forEach(listener -> listener.accept(topic));
        } else if (!wasFull) {
            listeners.forEach(listener -> listener.accept(OTHER));
        }
        return added;
    }

    private synchronized boolean addIfRoom(String topic) {
        if (tagged.size() < most) {
            tagged.add(topic);
            return true;
        }
        if (!warned) {
            warned = true;
            log.warn(
                    "Meters and traces name at most {} topics, so topic {} and others are counted together as '{}'. "
                            + "To name more, raise 'delay.redisson.metrics.topics'",
                    most,
                    topic,
                    OTHER);
        }
        return false;
    }
}
