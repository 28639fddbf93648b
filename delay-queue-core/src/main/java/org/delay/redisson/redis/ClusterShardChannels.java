package org.delay.redisson.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/**
 * Sharded channels in a Cluster, which Redis 7 and Valkey have: a signal stays on the master of its shard. One connection to a
 * master carries all of its channels.
 *
 * <p>The connections are its own, and each call of {@link #follow} looks whether the shards are still on the same masters.
 * Redisson's sharded topics are not used: when a slot moves they lose their subscription, and leave one of the client's 50
 * locks for subscriptions locked for good (4.7.0). The application may need that lock.
 */
@Slf4j
final class ClusterShardChannels implements ShardChannels {

    private final ConnectionManager nodes;
    private final WakeUpNames names;
    private final WakeUpSignals signals;
    private final FollowAttempts attempts = new FollowAttempts();
    private final Map<RedisClient, CompletableFuture<RedisPubSubConnection>> connections = new HashMap<>();
    private final Map<Integer, ShardedSubscription> followed = new HashMap<>();

    private ClusterShardChannels(ConnectionManager nodes, WakeUpNames names, WakeUpSignals signals) {
        this.nodes = nodes;
        this.names = names;
        this.signals = signals;
    }

    /** A client that is not Redisson's own, or of a version with other connections, follows nothing. */
    static ShardChannels of(RedissonClient client, WakeUpNames names, WakeUpSignals signals) {
        try {
            if (client instanceof Redisson redisson) {
                return new ClusterShardChannels(redisson.getCommandExecutor().getConnectionManager(), names, signals);
            }
        } catch (LinkageError e) {
            unsuitable(e);
        }
        return (shards, instances) -> {};
    }

    private static void unsuitable(LinkageError e) {
        log.debug("Sharded channels are not used with this version of Redisson", e);
    }

    @Override
    public synchronized void follow(Set<Integer> shards, int instances) {
        try {
            followed.entrySet().removeIf(each -> !stays(each.getKey(), each.getValue(), shards));
            for (int shard : shards) {
                if (!followed.containsKey(shard) && attempts.mayTry(shard)) {
                    open(shard);
                }
            }
            closeUnused();
        } catch (LinkageError e) {
            unsuitable(e);
        }
    }

    /** A slot may have moved, or a master have been replaced. */
    private boolean stays(int shard, ShardedSubscription subscription, Set<Integer> wanted) {
        boolean stays =
                wanted.contains(shard) && !subscription.isOverdue() && subscription.master() == master(channel(shard));
        if (!stays) {
            subscription.close();
        }
        if (subscription.isOverdue()) {
            attempts.failed(shard, new TimeoutException());
        }
        return stays;
    }

    private String channel(int shard) {
        return WakeUpNames.onServer(names.ofShard(shard));
    }

    private @Nullable RedisClient master(String channel) {
        MasterSlaveEntry entry = nodes.getWriteEntry(nodes.calcSlot(channel));
        return entry == null ? null : entry.getClient();
    }

    private void open(int shard) {
        String channel = channel(shard);
        RedisClient master = master(channel);
        if (master == null) {
            return;
        }
        ShardedSubscription subscription = new ShardedSubscription(
                master, connection(master), new ChannelName(channel), () -> signals.subscribed(shard), text -> {
                    heard(shard);
                    signals.heard(text);
                });
        followed.put(shard, subscription);
        var unused = subscription.open().exceptionally(thrown -> {
            failed(shard, subscription, thrown);
            return null;
        });
    }

    private CompletableFuture<RedisPubSubConnection> connection(RedisClient master) {
        CompletableFuture<RedisPubSubConnection> known = connections.get(master);
        if (known != null && !known.isCompletedExceptionally()) {
            return known;
        }
        CompletableFuture<RedisPubSubConnection> connection =
                master.connectPubSubAsync().toCompletableFuture();
        connections.put(master, connection);
        return connection;
    }

    private synchronized void failed(int shard, ShardedSubscription subscription, Throwable thrown) {
        attempts.failed(shard, thrown);
        subscription.close();
        followed.remove(shard, subscription);
    }

    private synchronized void heard(int shard) {
        attempts.worked(shard);
    }

    /** Its channel had no subscriber, so this subscription has been lost: a slot was away for a moment, for example. */
    @Override
    public synchronized void heardOnCommon(int shard) {
        ShardedSubscription subscription = followed.get(shard);
        if (subscription != null && subscription.isOpen()) {
            failed(shard, subscription, new IllegalStateException("The subscription has been lost"));
        }
    }

    private void closeUnused() {
        connections.values().removeIf(connection -> {
            boolean over = followed.values().stream().noneMatch(each -> each.connection() == connection);
            if (over) {
                var unusedWait = connection.thenAccept(open -> {
                    var unused = open.closeAsync();
                });
            }
            return over;
        });
    }
}
