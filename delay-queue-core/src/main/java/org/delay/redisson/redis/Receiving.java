package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.DispatchOperations.Look;
import org.delay.redisson.DispatchOperations.Subscription;
import org.delay.redisson.DispatchOperations.WakeUpListener;

/** Waits for single messages on the caller's own thread: claims one and acks it at once. */
final class Receiving {

    /** Signals are hints: without one, this is how long a message waits at most. */
    private static final Duration SWEEP = Duration.ofMillis(500);

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration WAIT_FOR_NEWER_VERSION = Duration.ofSeconds(10);

    private final Dispatching dispatching;
    private final Operating operating;
    private final WakeUpChannel channel;
    private final AtomicInteger dispatchers = new AtomicInteger();

    Receiving(Dispatching dispatching, Operating operating, WakeUpChannel channel) {
        this.dispatching = dispatching;
        this.operating = operating;
        this.channel = channel;
    }

    /** Subscribes a dispatcher; while one is there nobody else receives. */
    Subscription dispatch(WakeUpListener listener) {
        Subscription subscription = channel.subscribe(listener);
        dispatchers.incrementAndGet();
        return new Subscription() {
            private boolean closed;

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

    DelayedMessage receive(String topic) throws InterruptedException {
        ScriptRunner.refuseClientThread();
        Semaphore signals = new Semaphore(0);
        String claimer = UUID.randomUUID().toString();
        long number = 0;
        Subscription subscription = channel.subscribe(new Signals(topic, signals));
        try {
            while (true) {
                signals.drainPermits();
                long nextMicros = SWEEP.toNanos() / 1000;
                for (int shard = 0; shard < operating.shards(); shard++) {
                    if (dispatchers.get() > 0) {
                        throw new IllegalStateException("This application dispatches the service's messages to its"
                                + " DelayQueueMessageConsumer; getDelayQueue would take them away from it");
                    }
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    Claim claim = dispatching.claim(
                            new ClaimRequest(shard, topic, claimer, ++number, LEASE, 1, Long.MAX_VALUE));
                    for (Claimed claimed : claim.messages()) {
                        if (claimed.form() == Form.NEWER) {
                            dispatching.handBack(claim.lease(), ids(claimed), WAIT_FOR_NEWER_VERSION, false);
                        } else if (dispatching.ack(claim.lease(), ids(claimed)).isEmpty()) {
                            return claimed.message();
                        }
                    }
                    nextMicros = Math.min(nextMicros, untilNext(claim.look(), topic));
                }
                signals.tryAcquire(nextMicros, TimeUnit.MICROSECONDS);
            }
        } finally {
            subscription.close();
        }
    }

    private static List<String> ids(Claimed claimed) {
        return List.of(claimed.message().id());
    }

    private static long untilNext(Look look, String topic) {
        if (look.due().contains(topic)) {
            return 0;
        }
        return look.next() == null ? Long.MAX_VALUE : Math.max(0, look.next() * 1000 - look.now());
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
}
