package org.delay.redisson;

import java.util.Set;

/**
 * Remembers which topics a service has. It serves listing and mending; what is dispatched does not depend on it, and a
 * registrar that fails does not fail a send. Safe for use by many threads at once.
 */
public interface DelayQueueTopicRegistrar {

    /** Remembers a topic. Called before the first message of a topic, and at times again; cheap when it is known. */
    void registrar(String topic);

    /** Every topic that was remembered. */
    Set<String> pullAll();
}
