package org.delay.redisson.autoconfigure;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import lombok.extern.slf4j.Slf4j;

/**
 * What meters call the destination of a topic: its name, or {@value TopicTags#OTHER} if there are too many destinations. Safe for
 * use by many threads.
 */
@Slf4j
final class DestinationTags {

    private final int most;
    private final UnaryOperator<String> destinations;
    private final Set<String> tagged = ConcurrentHashMap.newKeySet();
    private boolean warned;

    /**
     * @param most the maximum number of destinations that are named
     * @param destinations the destination of a topic
     */
    DestinationTags(int most, UnaryOperator<String> destinations) {
        this.most = most;
        this.destinations = destinations;
    }

    String ofTopic(String topic) {
        return of(destinations.apply(topic));
    }

    String of(String destination) {
        return tagged.contains(destination) || add(destination) ? destination : TopicTags.OTHER;
    }

    private synchronized boolean add(String destination) {
        if (tagged.size() < most) {
            tagged.add(destination);
            return true;
        }
        if (!warned) {
            warned = true;
            log.warn(
                    "Meters name at most {} destinations, so destination {} and others are counted together as '{}'. To name"
                            + " more, raise 'delay.redisson.metrics.destinations'",
                    most,
                    destination,
                    TopicTags.OTHER);
        }
        return false;
    }
}
