package org.delay.redisson.redis;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.redisson.api.RTopic;
import org.redisson.api.listener.StatusListener;

/** A subscription to a channel. The client subscribes again by itself after a lost connection. */
@RequiredArgsConstructor
final class TopicSubscription {

    private final RTopic channel;
    private CompletableFuture<Integer> status = new CompletableFuture<>();
    private CompletableFuture<Integer> listener = new CompletableFuture<>();

    /**
     * Subscribes. The future completes when that is done.
     *
     * @param subscribed called now and after each lost connection: signals may have been lost
     */
    synchronized CompletableFuture<Integer> open(Runnable subscribed, Consumer<String> heard) {
        status = channel.addListenerAsync(new Subscribed(subscribed)).toCompletableFuture();
        listener = status.thenCompose(id -> channel.addListenerAsync(String.class, (name, text) -> heard.accept(text)));
        // The client does not say so where it has subscribed before, for another listener.
        return listener.whenComplete((id, thrown) -> {
            if (thrown == null) {
                subscribed.run();
            }
        });
    }

    /** Not awaited: a disconnected client has no subscription any more. What is not there yet is removed once it is. */
    synchronized void close() {
        var unusedStatus = status.thenCompose(channel::removeListenerAsync);
        var unusedListener = listener.thenCompose(channel::removeListenerAsync);
    }

    private record Subscribed(Runnable task) implements StatusListener {

        @Override
        public void onSubscribe(String name) {
            task.run();
        }

        @Override
        public void onUnsubscribe(String name) {}
    }
}
