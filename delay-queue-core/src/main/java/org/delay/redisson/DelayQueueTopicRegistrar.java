package org.delay.redisson;

import java.util.Set;

/**
 * Remembers the topics of a service, for listing and repairs. Dispatching does not depend on it, and a registrar that fails
 * does not fail a send. Implementations must be thread-safe.
 *
 * <p>A bean of this type replaces the set in Redis:
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
     * Remembers a topic. Called before the first message of a topic, or concurrently with it for asynchronous sends, and again
     * from time to time. Must be cheap for a known topic.
     */
    void registrar(String topic);

    /** All remembered topics. */
    Set<String> pullAll();
}
