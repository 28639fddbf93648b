package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.redisson.client.BaseRedisPubSubListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.pubsub.PubSubType;

/** A subscription to a sharded channel of one master, on a connection that it shares. */
@RequiredArgsConstructor
final class ShardedSubscription extends BaseRedisPubSubListener {

    /** Some errors never reach the caller, such as that another master has the slot. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final RedisClient master;
    private final CompletableFuture<RedisPubSubConnection> connection;
    private final ChannelName channel;
    private final Runnable subscribed;
    private final Consumer<String> heard;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final long begun = System.nanoTime();
    private volatile boolean closed;

    /** The master to which the connection leads. */
    RedisClient master() {
        return master;
    }

    CompletableFuture<RedisPubSubConnection> connection() {
        return connection;
    }

    /** Subscribes. The future completes when that is done. */
    CompletableFuture<Void> open() {
        var unused = connection.thenAccept(this::open).exceptionally(thrown -> {
            opened.completeExceptionally(thrown);
            return null;
        });
        return opened;
    }

    private void open(RedisPubSubConnection on) {
        if (closed) {
            return;
        }
        on.addListener(channel, this);
        CompletableFuture<Void> refused = new CompletableFuture<>();
        var unusedRefusal = refused.exceptionally(thrown -> {
            opened.completeExceptionally(thrown);
            return null;
        });
        var unused = on.ssubscribe(refused, StringCodec.INSTANCE, channel);
    }

    /** The connection does so again after a fault. */
    @Override
    public void onStatus(PubSubType type, CharSequence name) {
        if (type == PubSubType.SSUBSCRIBE) {
            opened.complete(null);
            subscribed.run();
        }
    }

    @Override
    public void onMessage(CharSequence name, Object text) {
        heard.accept(String.valueOf(text));
    }

    boolean isOpen() {
        return opened.isDone() && !opened.isCompletedExceptionally();
    }

    /** Whether there was no answer for too long. */
    boolean isOverdue() {
        return !opened.isDone() && System.nanoTime() - begun >= TIMEOUT.toNanos();
    }

    /** Ends it. The server has ended it already if the slot has moved. */
    void close() {
        closed = true;
        var unusedClose = connection.thenAccept(on -> {
            on.removeListener(channel, this);
            var unused = on.unsubscribe(PubSubType.SUNSUBSCRIBE, channel);
        });
    }
}
