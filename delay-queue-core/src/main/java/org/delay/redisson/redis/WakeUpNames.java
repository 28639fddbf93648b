package org.delay.redisson.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * The channels of a service: one that all instances hear, and one for each shard, in the slot of the shard's keys. Scripts use
 * the shard's channel, and the common one if nobody heard them.
 */
final class WakeUpNames {

    private final RedissonClient client;
    private final Keys keys;
    private final boolean cluster;
    private final Map<Integer, String> forScripts = new ConcurrentHashMap<>();

    WakeUpNames(RedissonClient client, Keys keys) {
        this.client = client;
        this.keys = keys;
        this.cluster = client.getConfig().isClusterConfig();
    }

    /** Whether the client knows the shard's masters. Then wake-ups need not go to all nodes. */
    boolean inCluster() {
        return cluster;
    }

    /** The channel that all hear. */
    RTopic common() {
        return topic(keys.channel());
    }

    /** The channel of a shard. */
    RTopic ofShard(int shard) {
        return topic(keys.channel(shard));
    }

    private RTopic topic(String name) {
        return client.getTopic(name, StringCodec.INSTANCE);
    }

    /** A channel's name on the server: a NameMapper of the client may have changed it. */
    static String onServer(RTopic channel) {
        return channel.getChannelNames().get(0);
    }

    /** What scripts must know of the channels, in the form of {@code wake.lua}. */
    String forScripts(int shard) {
        return forScripts.computeIfAbsent(
                shard,
                fresh -> String.join(
                        "\n", cluster ? "SPUBLISH" : "PUBLISH", onServer(ofShard(shard)), onServer(common())));
    }
}
