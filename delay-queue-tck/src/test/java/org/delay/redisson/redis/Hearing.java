package org.delay.redisson.redis;

import static org.delay.redisson.redis.Steps.awaiting;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;

/** A subscriber that remembers what it hears, and can have something to hear. */
final class Hearing implements WakeUpListener, AutoCloseable {

    /** Each message must be due earlier than all before, or it is no signal. */
    private static final AtomicLong EARLIER =
            new AtomicLong(Duration.ofDays(300).toMillis());

    private final Steps steps;
    private final List<Integer> heard = new CopyOnWriteArrayList<>();
    private final List<Integer> subscribed = new CopyOnWriteArrayList<>();
    private final Subscription subscription;

    private Hearing(Steps steps) {
        this.steps = steps;
        subscription = steps.queue().subscribe(this);
    }

    static Hearing of(Steps steps) {
        return new Hearing(steps);
    }

    void follow(Set<Integer> shards, int instances) {
        subscription.follow(shards, instances);
    }

    /** Sends to a shard until this subscriber has heard of it once more. */
    void awaitHears(int shard) {
        int before = number(shard);
        awaiting()
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptionsInstanceOf(DelayQueueException.class)
                .until(() -> {
                    signal(shard);
                    return number(shard) > before;
                });
    }

    /** Sends a message to a shard that is due before all others. */
    void signal(int shard) {
        signal(steps, shard);
    }

    static void signal(Steps steps, int shard) {
        int shards = steps.queue().shards();
        String id = ShardIds.of(UUID.randomUUID().toString(), shard, shards).next();
        steps.send(message(id).delay(Duration.ofMillis(EARLIER.addAndGet(-60_000))));
    }

    /** How many signals of a shard were heard. */
    int number(int shard) {
        return (int) heard.stream().filter(each -> each == shard).count();
    }

    /** How often the subscription to a shard's own channel was established. */
    int subscriptions(int shard) {
        return (int) subscribed.stream().filter(each -> each == shard).count();
    }

    @Override
    public void wakeUp(int shard, String topic, Duration in) {
        heard.add(shard);
    }

    @Override
    public void subscribed() {}

    @Override
    public void subscribed(int shard) {
        subscribed.add(shard);
    }

    @Override
    public void close() {
        subscription.close();
    }
}
