package org.delay.redisson;

import java.util.Set;

/**
 * Remembers the topics of a service, for listing and repairs. Dispatch does not depend on it, and a failing registrar does not
 * make a send fail. Implementations must be thread-safe.
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
     * Remembers a topic. Called before the first message of a topic is sent, or concurrently for asynchronous sends, and again
     * from time to time. Must be cheap for a known topic.
     */
    void registrar(String topic);

    /**
     * Forgets a topic that was deleted.
     *
     * @return whether this registrar can forget topics. By default it can't, and the topic stays listed
     */
    default boolean deregister(String topic) {
        return false;
    }

    /** All remembered topics. There may be very many, so this method must not keep a server busy for long. */
    Set<String> pullAll();

    /** Whether a topic is remembered. */
    default boolean isRegistered(String topic) {
        return pullAll().contains(topic);
    }
}
