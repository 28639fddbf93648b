package org.delay.redisson.test;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueTopicRegistrar;

/** The topics of a queue in memory, and whatever else is registered. */
@RequiredArgsConstructor
final class MemoryTopicRegistrar implements DelayQueueTopicRegistrar {

    private final InMemoryDelayQueue queue;
    private final Set<String> registered = ConcurrentHashMap.newKeySet();

    @Override
    public void registrar(String topic) {
        registered.add(topic);
    }

    @Override
    public boolean deregister(String topic) {
        return registered.remove(topic);
    }

    @Override
    public Set<String> pullAll() {
        Set<String> topics = new TreeSet<>(registered);
        topics.addAll(queue.stored().topics());
        return topics;
    }
}
