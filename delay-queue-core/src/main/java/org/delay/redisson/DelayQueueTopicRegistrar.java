package org.delay.redisson;

import java.util.Set;

/**
 * Remembers which topics a service has. It serves listing and mending; what is dispatched does not depend on it, and a
 * registrar that fails does not fail a send. Safe for use by many threads at once.
 *
 * <p>A bean of this type takes the place of the set in Redis:
 *
 * <pre>{@code
 * @Bean
 * DelayQueueTopicRegistrar topicsInMemory() {
 *     Set<String> topics = ConcurrentHashMap.newKeySet();
 *     return new DelayQueueTopicRegistrar() {
 *         @Override
 *         public void registrar(String topic) {
 *             topics.add(topic);
 *         }
 *
 *         @Override
 *         public Set<String> pullAll() {
 *             return Set.copyOf(topics);
 *         }
 *     };
 * }
 * }</pre>
 */
public interface DelayQueueTopicRegistrar {

    /**
     * Remembers a topic. Called before the first message of a topic, or beside it where its sender does not wait, and at times
     * again; cheap when it is known.
     */
    void registrar(String topic);

    /** Every topic that was remembered. */
    Set<String> pullAll();
}
