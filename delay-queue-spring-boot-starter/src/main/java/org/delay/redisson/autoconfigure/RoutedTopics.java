package org.delay.redisson.autoconfigure;

import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.listener.DelayQueueListeners;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Which topics a route leads to a destination. A listener method that names a topic comes before its route. Safe for use by many
 * threads.
 *
 * <p>Public for this library's own packages only; it may change.
 */
@RequiredArgsConstructor(access = AccessLevel.PACKAGE)
public final class RoutedTopics {

    private final Routes routes;
    private final ObjectProvider<DelayQueueListeners> listeners;

    /** Whether messages of the topic go to the destination that has this name in routes. The answer stays the same. */
    public boolean leadTo(String destination, String topic) {
        return destination.equals(routes.of(topic))
                && Broker.ofTopic(topic).isEmpty()
                && !listeners.getObject().topics().contains(topic);
    }
}
