package org.delay.redisson.redis;

import java.util.Set;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.redisson.api.RSet;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** Remembers a service's topics in a Redis set, {@code topic_registrar_key:<service>}. */
public class RedisDelayQueueTopicRegistrar implements DelayQueueTopicRegistrar {

    private static final String KEY_PREFIX = "topic_registrar_key:";

    private final RSet<String> topics;

    /**
     * Makes a registrar; nothing is sent to Redis yet.
     *
     * @param client stays the caller's to close
     */
    public RedisDelayQueueTopicRegistrar(RedissonClient client, String service) {
        topics = client.getSet(KEY_PREFIX + service, StringCodec.INSTANCE);
    }

    @Override
    public void registrar(String topic) {
        topics.add(topic);
    }

    @Override
    public Set<String> pullAll() {
        return topics.readAll();
    }
}
