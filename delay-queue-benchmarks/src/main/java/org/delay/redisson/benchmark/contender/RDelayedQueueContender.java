package org.delay.redisson.benchmark.contender;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

/** Redisson's own delayed queue. One thread takes messages from each queue, or four threads if there is only one queue. */
@SuppressWarnings("deprecation") // its deprecation is one reason to look for an alternative
public final class RDelayedQueueContender implements Contender {

    private static final int TAKERS_OF_ONE = 4;

    /** Each thread that waits for a message holds a connection. */
    private static final int MOST_QUEUES = 1_000;

    private final RedissonClient client;
    private final Map<String, RDelayedQueue<String>> queues = new ConcurrentHashMap<>();

    private RDelayedQueueContender(RedissonClient client) {
        this.client = client;
    }

    public static RDelayedQueueContender open(String redis) {
        return new RDelayedQueueContender(Clients.of(redis, MOST_QUEUES));
    }

    @Override
    public void send(String topic, Parcel parcel) {
        delayed(topic).offer(parcel.body(), delay(parcel), TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletionStage<?> sendAsync(String topic, Parcel parcel) {
        return delayed(topic).offerAsync(parcel.body(), delay(parcel), TimeUnit.MILLISECONDS);
    }

    /** It has no bulk call, so all sends are under way at once. */
    @Override
    public void sendAll(String topic, List<Parcel> parcels) {
        CompletableFuture.allOf(parcels.stream()
                        .map(parcel -> sendAsync(topic, parcel).toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    @Override
    public Reception receive(Collection<String> topics, Consumer<String> receiver) {
        List<Taker> takers = new ArrayList<>();
        for (String topic : topics) {
            delayed(topic);
            RBlockingQueue<String> queue = client.getBlockingQueue(topic);
            for (int i = 0; i < (topics.size() == 1 ? TAKERS_OF_ONE : 1); i++) {
                takers.add(Taker.start("taker-" + topic, () -> receiver.accept(queue.take())));
            }
        }
        return () -> takers.forEach(Taker::close);
    }

    @Override
    public boolean cancel(String topic, Parcel parcel) {
        return delayed(topic).remove(parcel.body());
    }

    @Override
    public boolean reschedule(String topic, Parcel parcel, Parcel later) {
        if (!cancel(topic, parcel)) {
            return false;
        }
        send(topic, later);
        return true;
    }

    @Override
    public void close() {
        queues.values().forEach(RDelayedQueue::destroy);
        client.shutdown();
    }

    private RDelayedQueue<String> delayed(String topic) {
        return queues.computeIfAbsent(topic, name -> client.getDelayedQueue(client.getBlockingQueue(name)));
    }

    /** The only way to name a due time. */
    private static long delay(Parcel parcel) {
        return Math.max(0, parcel.due().toEpochMilli() - System.currentTimeMillis());
    }
}
