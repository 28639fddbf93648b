package org.delay.redisson.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/**
 * The one lock of a queue in memory. A call runs as a whole, at one moment of the queue's clock. Then threads that wait look
 * again, and subscribers get a wake-up for each shard whose next time is earlier than before.
 */
@RequiredArgsConstructor
final class MemoryMonitor {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Thread> shutOut = Collections.newSetFromMap(new WeakHashMap<>());
    private final Clock clock;
    private final MemoryShards shards;
    private final Signals signals;

    Instant now() {
        return clock.instant();
    }

    void change(Consumer<Moment> call) {
        boolean unused = changing(now -> {
            call.accept(now);
            return true;
        });
    }

    <R> R changing(Function<Moment, R> call) {
        lock.lock();
        try {
            Moment now = new Moment(now());
            checkAdmitted();
            List<WakeOrder.@Nullable Wake> before =
                    shards.all().stream().map(MemoryShard::head).toList();
            R answer = call.apply(now);
            changed.signalAll();
            for (int number = 0; number < Math.min(before.size(), shards.all().size()); number++) {
                WakeOrder.Wake was = before.get(number);
                WakeOrder.Wake is = shards.get(number).head();
                if (is != null && (was == null || is.at() < was.at())) {
                    signal(number, is, now);
                }
            }
            return answer;
        } finally {
            lock.unlock();
        }
    }

    /** After a movable clock was set: waiting threads look again, and each shard signals what it has next. */
    void clockMoved() {
        change(now -> shards.all().forEach(shard -> signal(shard.number(), shard.head(), now)));
    }

    private void signal(int shard, WakeOrder.@Nullable Wake head, Moment now) {
        if (head != null) {
            signals.wakeUp(shard, head.topic(), Duration.between(now.instant(), Instant.ofEpochMilli(head.at())));
        }
    }

    /**
     * Waits until an attempt has a result. It is repeated after each change, and when the time has passed that
     * {@code longest} gives.
     */
    <R> R awaitResult(Function<Moment, Optional<R>> attempt, Function<Moment, Duration> longest)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                Moment now = new Moment(now());
                Optional<R> result = attempt.apply(now);
                if (result.isPresent()) {
                    return result.get();
                }
                long unused = changed.awaitNanos(longest.apply(now).toNanos());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a condition holds, and says whether that came in time. */
    boolean awaitThat(Predicate<Moment> condition, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (!condition.test(new Moment(now()))) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** From now on, calls of these threads throw and change nothing. */
    void shutOut(Set<Thread> threads) {
        change(now -> shutOut.addAll(threads));
    }

    private void checkAdmitted() {
        if (shutOut.contains(Thread.currentThread())) {
            throw new IllegalStateException("A listener that did not return in time can't use the queue any more");
        }
    }
}
