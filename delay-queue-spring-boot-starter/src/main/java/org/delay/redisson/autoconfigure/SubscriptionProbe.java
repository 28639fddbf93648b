package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * Finds out whether signals of the service arrive here: says something on its channel that means nothing to anybody else,
 * and listens for it. The client has one subscription to a channel for all who listen, so this one stands or falls with
 * the engine's. Safe for use by many threads.
 */
final class SubscriptionProbe implements AutoCloseable {

    private final RTopic channel;
    private final Map<String, CompletableFuture<String>> expected = new ConcurrentHashMap<>();
    private @Nullable CompletableFuture<Integer> listener;
    private volatile boolean failed;

    SubscriptionProbe(RedissonClient client, String channel) {
        this.channel = client.getTopic(channel, StringCodec.INSTANCE);
    }

    /** What is known of the subscription. */
    enum Hearing {
        ALIVE,
        DEAD,
        /** It was first asked for a while ago, and there was no answer yet. */
        UNKNOWN
    }

    /** Whether what is said now is heard within this time. */
    Hearing hears(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        String text = "probe " + UUID.randomUUID();
        CompletableFuture<String> heard = new CompletableFuture<>();
        expected.put(text, heard);
        CompletableFuture<Integer> adding = listening();
        try {
            var unusedId = within(deadline, adding);
            var unused = channel.publishAsync(text);
            var unusedText = within(deadline, heard);
            failed = false;
            return Hearing.ALIVE;
        } catch (TimeoutException e) {
            return adding.isDone() || failed ? Hearing.DEAD : Hearing.UNKNOWN;
        } catch (ExecutionException e) {
            failed = true;
            return Hearing.DEAD;
        } finally {
            expected.remove(text);
        }
    }

    /** Added once, however long that takes; again where it failed. */
    private synchronized CompletableFuture<Integer> listening() {
        CompletableFuture<Integer> adding = listener;
        if (adding == null || adding.isCompletedExceptionally()) {
            adding = channel.addListenerAsync(String.class, (name, said) -> heard(said))
                    .toCompletableFuture();
            listener = adding;
        }
        return adding;
    }

    private void heard(String text) {
        CompletableFuture<String> heard = expected.get(text);
        if (heard != null) {
            heard.complete(text);
        }
    }

    private static <T> T within(long deadline, CompletableFuture<T> answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Also a listener that is not there yet is removed, once it is. */
    @Override
    public synchronized void close() {
        if (listener != null) {
            var unused = listener.thenCompose(channel::removeListenerAsync);
        }
    }
}
