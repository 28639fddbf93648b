package org.delay.redisson.redis;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.redisson.api.RSet;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.PlainOptions;
import org.redisson.client.codec.StringCodec;

/** Remembers a service's topics in a Redis set, {@code topic_registrar_key:<service>}. */
public class RedisDelayQueueTopicRegistrar implements DelayQueueTopicRegistrar {

    private static final String KEY_PREFIX = "topic_registrar_key:";

    /** One call for all would keep Redis busy for 20 ms if there are 100,000 topics, and messages late for as long. */
    private static final int TOPICS_PER_CALL = 1_000;

    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(1);

    private final RSet<String> topics;
    private final RSet<String> hurried;

    /**
     * Creates a registrar. Makes no call.
     *
     * @param client stays open; the caller closes it
     */
    public RedisDelayQueueTopicRegistrar(RedissonClient client, String service) {
        String key = KEY_PREFIX + service;
        topics = client.getSet(key, StringCodec.INSTANCE);
        // A send waits for this, and goes on without it.
        hurried = client.getSet(PlainOptions.name(key)
                .codec(StringCodec.INSTANCE)
                .timeout(SEND_TIMEOUT)
                .retryAttempts(0));
    }

    @Override
    public void registrar(String topic) {
        hurried.add(topic);
    }

    @Override
    public boolean deregister(String topic) {
        topics.remove(topic);
        return true;
    }

    @Override
    public Set<String> pullAll() {
        Set<String> all = new HashSet<>();
        topics.iterator(TOPICS_PER_CALL).forEachRemaining(all::add);
        return all;
    }

    @Override
    public boolean isRegistered(String topic) {
        return topics.contains(topic);
    }
}
