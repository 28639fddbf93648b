package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.jspecify.annotations.Nullable;

/** Waits for single messages on the caller's own thread: claims one and acks it at once. */
final class SingleReceiver {

    /** Poll interval without wake-ups. Bounds how late a message can be when its wake-up is lost. */
    private static final Duration SWEEP = Duration.ofMillis(500);

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration WAIT_FOR_NEWER_VERSION = Duration.ofSeconds(10);

    private final ClaimCommands claims;
    private final ShardMapLoader shardMaps;
    private final WakeUpChannel channel;
    private final BodyConverter converter;
    private final AtomicInteger dispatchers = new AtomicInteger();

    /** Claimers to reuse: each leaves a key in Redis for some minutes. */
    private final Queue<Claimer> idle = new ConcurrentLinkedQueue<>();

    SingleReceiver(ClaimCommands claims, ShardMapLoader shardMaps, WakeUpChannel channel, BodyConverter converter) {
        this.claims = claims;
        this.shardMaps = shardMaps;
        this.channel = channel;
        this.converter = converter;
    }

    /** Subscribes a dispatcher. While one is subscribed, {@link #receive} refuses. */
    Subscription subscribeDispatcher(WakeUpListener listener) {
        Subscription subscription = channel.subscribe(listener);
        dispatchers.incrementAndGet();
        return new Subscription() {
            private boolean closed;

            @Override
            public void follow(Set<Integer> shards, int instances) {
                subscription.follow(shards, instances);
            }

            @Override
            public synchronized void close() {
                if (!closed) {
                    closed = true;
                    dispatchers.decrementAndGet();
                    subscription.close();
                }
            }
        };
    }

    <T> T receive(String topic, Class<T> type) throws InterruptedException {
        DelayedMessage message = receive(topic);
        try {
            return converter.read(message.body(), type);
        } catch (RuntimeException e) {
            throw new DelayQueueException.UnreadableBody(topic, message.id(), type, e);
        }
    }

    DelayedMessage receive(String topic) throws InterruptedException {
        ScriptRunner.refuseClientThread();
        Semaphore signals = new Semaphore(0);
        Claimer claimer = Objects.requireNonNullElseGet(idle.poll(), Claimer::new);
        Subscription subscription = channel.subscribe(new Signals(topic, signals));
        try {
            while (true) {
                signals.drainPermits();
                long wait = SWEEP.toNanos() / 1000;
                int shards =
                        ScriptRunner.await(shardMaps.reload(), topic, List.of()).shards();
                for (int shard = 0; shard < shards; shard++) {
                    refuseWhileDispatching();
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    ClaimResult claim = claims.claim(claimer.next(shard, topic));
                    DelayedMessage taken = taken(claim);
                    if (taken != null) {
                        return taken;
                    }
                    wait = Math.min(wait, untilNext(claim.state(), topic));
                }
                // With or without a wake-up, the loop claims again.
                boolean unused = signals.tryAcquire(wait, TimeUnit.MICROSECONDS);
            }
        } finally {
            subscription.close();
            idle.add(claimer);
        }
    }

    private void refuseWhileDispatching() {
        if (dispatchers.get() > 0) {
            throw new IllegalStateException("This application already dispatches the messages of its service to a"
                    + " DelayQueueMessageConsumer, and getDelayQueue would take them from it. Use only one"
                    + " of them");
        }
    }

    private @Nullable DelayedMessage taken(ClaimResult claim) {
        for (Claimed claimed : claim.messages()) {
            List<String> ids = List.of(claimed.message().id());
            switch (claimed.form()) {
                case NEWER -> claims.release(claim.lease(), ids, WAIT_FOR_NEWER_VERSION, false);
                case DAMAGED ->
                    claims.bury(
                            claim.lease(),
                            List.of(new GivenUp(ids.get(0), "It can't be read as it is stored", false, false)));
                case READABLE -> {
                    if (claims.ack(claim.lease(), ids).isEmpty()) {
                        return claimed.message();
                    }
                }
            }
        }
        return null;
    }

    private static long untilNext(ShardState state, String topic) {
        if (state.due().contains(topic)) {
            return 0;
        }
        return state.next() == null ? Long.MAX_VALUE : Math.max(0, state.next() * 1000 - state.now());
    }

    private record Signals(String awaited, Semaphore signals) implements WakeUpListener {

        @Override
        public void wakeUp(int shard, String topic, Duration in) {
            if (topic.equals(awaited)) {
                signals.release();
            }
        }

        @Override
        public void subscribed() {
            signals.release();
        }
    }

    /** A name to claim by. For one thread at a time. */
    private static final class Claimer {

        private final String name = UUID.randomUUID().toString();
        private long number;

        ClaimRequest next(int shard, String topic) {
            number++;
            return new ClaimRequest(shard, topic, new ClaimId(name, number), LEASE, new ClaimLimit(1, Long.MAX_VALUE));
        }
    }
}
