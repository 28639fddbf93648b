package org.delay.redisson.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/** Channels of shards on a single server: worth their subscriptions where many instances would hear of every shard else. */
@RequiredArgsConstructor
final class PlainShardChannels implements ShardChannels {

    /** With fewer, a signal to all costs Redis less than a twentieth of a millisecond. */
    static final int FEWEST_INSTANCES = 8;

    private final WakeUpNames names;
    private final WakeUpSignals signals;
    private final Map<Integer, TopicSubscription> followed = new HashMap<>();
    private final FollowAttempts attempts = new FollowAttempts();

    @Override
    public synchronized void follow(Set<Integer> shards, int instances) {
        Set<Integer> wanted = instances < FEWEST_INSTANCES ? Set.of() : shards;
        followed.entrySet().removeIf(each -> {
            boolean over = !wanted.contains(each.getKey());
            if (over) {
                each.getValue().close();
            }
            return over;
        });
        wanted.stream()
                .filter(shard -> !followed.containsKey(shard) && attempts.mayTry(shard))
                .forEach(this::open);
    }

    private void open(int shard) {
        TopicSubscription subscription = new TopicSubscription(names.ofShard(shard));
        followed.put(shard, subscription);
        var unused = subscription
                .open(() -> signals.subscribed(shard), signals::heard)
                .whenComplete((id, thrown) -> opened(shard, subscription, thrown));
    }

    private synchronized void opened(int shard, TopicSubscription subscription, @Nullable Throwable thrown) {
        if (thrown == null) {
            attempts.worked(shard);
        } else {
            attempts.failed(shard, thrown);
            subscription.close();
            followed.remove(shard, subscription);
        }
    }
}
