package org.delay.redisson.engine;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.LeasedMessages;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one claim, while somebody works on them: first the worker that claimed them; after a call of the
 * handler that takes too long, whoever {@linkplain #takeOver takes them over}, and from then on nothing that the worker
 * does concerns them.
 */
final class Batch {

    private final Workplace place;
    private final Worker worker;
    private final Claim claim;
    private final long answered;
    private final LeasedMessages work;
    private final HandlerCall call = new HandlerCall();
    private final ReentrantLock lock = new ReentrantLock();
    private List<Claimed> messages = List.of();
    private int from;
    private int to;
    private @Nullable Thread handler;
    private long since;
    private boolean takenOver;
    private boolean left;

    Batch(Workplace place, Worker worker, Claimer.Answer answer) {
        this.place = place;
        this.worker = worker;
        this.claim = answer.claim();
        this.answered = answer.answered();
        this.work = place.settler().leased(claim, answer.sent());
    }

    Worker worker() {
        return worker;
    }

    String topic() {
        return claim.lease().topic();
    }

    List<Claimed> claimed() {
        return claim.messages();
    }

    LeasedMessages leased() {
        return work;
    }

    HandlerCall call() {
        return call;
    }

    /** Redis's clock when it answered the claim, microseconds. */
    long claimedAt() {
        return claim.state().now();
    }

    /** Redis's clock at a local time, microseconds, as far as can be told from the claim's answer. */
    long redisTime(long nanos) {
        return claim.state().now() + (nanos - answered) / 1000;
    }

    /** By the local clock, counted from when the claim or renewal was sent: never later than Redis's own. */
    boolean leaseIsOver() {
        return work.leaseIsOver();
    }

    /** What is to be handed to the consumer, in this order. */
    void deliver(List<Claimed> some) {
        messages = some;
    }

    /** The calling thread hands messages to the consumer, from one position up to, but not including, another. */
    List<Claimed> begin(int first, int end, long now) {
        call.enter();
        lock.lock();
        try {
            from = first;
            to = end;
            since = now;
            handler = Thread.currentThread();
            return messages.subList(first, end);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The consumer's call has ended.
     *
     * @return whether the batch is still this thread's
     */
    boolean end() {
        call.leave();
        lock.lock();
        try {
            handler = null;
            return !takenOver;
        } finally {
            lock.unlock();
        }
    }

    /**
     * What a handler that was interrupted leaves.
     *
     * @param begun handed to it
     * @param waiting not handed to it
     */
    record Unfinished(Batch batch, List<Claimed> begun, List<Claimed> waiting) {

        void announce(DispatchListener listener) {
            listener.interrupted(
                    batch.topic(),
                    begun.stream().map(claimed -> claimed.message().id()).toList());
        }
    }

    /** As {@link #takeOver(long, long, Runnable)}, with nothing to do before. */
    @Nullable
    Unfinished takeOver(long now, long atLeast) {
        return takeOver(now, atLeast, () -> {});
    }

    /**
     * Interrupts a call of the handler that runs for at least the given time, and takes the batch away from its worker.
     *
     * @param before what must have been done when the handler comes back, which may be at once
     * @return what is left of the batch, or null if no call runs for so long
     */
    @Nullable
    Unfinished takeOver(long now, long atLeast, Runnable before) {
        lock.lock();
        try {
            if (handler == null || takenOver || left || now - since < atLeast) {
                return null;
            }
            takenOver = true;
            before.run();
            handler.interrupt();
            return new Unfinished(this, messages.subList(from, to), messages.subList(to, messages.size()));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Leaves what the handler has begun to it, if it ends the application at a time when the calling thread stops the
     * engine: it is settled if the handler returns. What was not begun goes back now.
     *
     * @return the ids of what was begun; none if that is not so, or was known before
     */
    List<String> leaveIfItEndsTheApplication() {
        List<Claimed> begun;
        List<Claimed> waiting;
        lock.lock();
        try {
            if (handler == null || takenOver || left || !call.endsApplication(handler)) {
                return List.of();
            }
            left = true;
            begun = messages.subList(from, to);
            waiting = messages.subList(to, messages.size());
            messages = messages.subList(0, to);
        } finally {
            lock.unlock();
        }
        waiting.forEach(claimed -> work.decide(claimed, Disposition.Release.UNTOUCHED));
        place.settler().settleAside(work);
        return begun.stream().map(claimed -> claimed.message().id()).toList();
    }

    /** How many messages are to be handed to the consumer. */
    int size() {
        lock.lock();
        try {
            return messages.size();
        } finally {
            lock.unlock();
        }
    }

    /** Stores all that was decided. */
    void settle() {
        place.settler().settle(work);
    }
}
