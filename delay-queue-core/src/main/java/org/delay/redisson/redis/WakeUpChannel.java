package org.delay.redisson.redis;

import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.redisson.api.RedissonClient;

/**
 * Subscribes to the channels of a service: to the common one at once, and to those of shards that the subscription follows.
 * Scripts publish wake-ups for messages that are due earlier than all others of their shard, and instances that have stopped.
 */
@RequiredArgsConstructor
final class WakeUpChannel {

    private final RedissonClient client;
    private final WakeUpNames names;

    Subscription subscribe(WakeUpListener listener) {
        WakeUpSignals signals = new WakeUpSignals(listener);
        ShardChannels ofShards = names.inCluster()
                ? ClusterShardChannels.of(client, names, signals)
                : new PlainShardChannels(names, signals);
        TopicSubscription common = new TopicSubscription(names.common());
        try {
            ScriptRunner.await(
                    common.open(signals::subscribed, text -> ofShards.heardOnCommon(signals.heard(text))),
                    "",
                    List.of());
        } catch (RuntimeException e) {
            common.close();
            throw e;
        }
        return new Subscription() {

            @Override
            public void follow(Set<Integer> shards, int instances) {
                ofShards.follow(shards, instances);
            }

            @Override
            public void close() {
                common.close();
                ofShards.follow(Set.of(), 0);
            }
        };
    }
}
