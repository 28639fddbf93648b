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
 * the engine's. For one thread at a time.
 */
final class SubscriptionProbe implements AutoCloseable {

    private final RTopic channel;
    private final Map<String, CompletableFuture<String>> expected = new ConcurrentHashMap<>();
    private @Nullable Integer listener;

    SubscriptionProbe(RedissonClient client, String channel) {
        this.channel = client.getTopic(channel, StringCodec.INSTANCE);
    }

    /** Whether what is said now is heard within this time. */
    boolean hears(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        String text = "probe " + UUID.randomUUID();
        CompletableFuture<String> heard = new CompletableFuture<>();
        expected.put(text, heard);
        try {
            if (listener == null) {
                listener = within(
                        deadline,
                        channel.addListenerAsync(String.class, (name, said) -> heard(said))
                                .toCompletableFuture());
            }
            var unused = channel.publishAsync(text);
            within(deadline, heard);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } finally {
            expected.remove(text);
        }
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

    @Override
    public void close() {
        if (listener != null) {
            var unused = channel.removeListenerAsync(listener);
        }
    }
}
