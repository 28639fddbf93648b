package org.delay.redisson.engine;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.LeasedMessages;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one claim while they are handled, which the consumer gets in slices of its own size. First they are the worker's
 * that claimed them. When a call of the handler takes too long, somebody {@linkplain #takeOver takes them over}, and nothing that
 * the worker does from then on concerns them.
 */
@RequiredArgsConstructor
final class ClaimedBatch {

    private final WorkerId worker;
    private final AnsweredClaim answer;
    private final LeasedMessages leased;
    private final HandlerCall call = new HandlerCall();
    private final ReentrantLock lock = new ReentrantLock();
    private List<Claimed> messages = List.of();
    private int from;
    private int to;
    private @Nullable Thread handler;
    private long since;
    private boolean takenOver;
    private boolean left;
    private boolean slotIsHandedOver;

    WorkerId worker() {
        return worker;
    }

    String topic() {
        return leased.topic();
    }

    ClaimResult result() {
        return answer.result();
    }

    /** How many messages were asked for. */
    int limit() {
        return answer.limit();
    }

    List<Claimed> claimed() {
        return answer.messages();
    }

    /** Where what becomes of them is decided. */
    LeasedMessages leased() {
        return leased;
    }

    HandlerCall call() {
        return call;
    }

    /** Redis's clock when it answered the claim, microseconds. */
    long claimedAt() {
        return result().state().now();
    }

    /** Redis's clock at a local time, microseconds, as far as can be told from the claim's answer. */
    long redisTime(long nanos) {
        return claimedAt() + (nanos - answer.answered()) / 1000;
    }

    void decideAll(List<Claimed> some, Disposition disposition) {
        some.forEach(claimed -> leased.decide(claimed, disposition));
    }

    /** Sets what is to be handed to the consumer, in this order. */
    void deliver(List<Claimed> some) {
        messages = some;
    }

    /** Leaves out messages that are not to be handed to the consumer after all. No call of it may run. */
    void leaveOut(List<Claimed> some) {
        if (some.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            messages =
                    messages.stream().filter(claimed -> !some.contains(claimed)).toList();
        } finally {
            lock.unlock();
        }
    }

    /** What is to be handed to the consumer: less after {@link #releaseWaiting} and {@link #leaveToHandler}. */
    List<Claimed> messages() {
        lock.lock();
        try {
            return messages;
        } finally {
            lock.unlock();
        }
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
     * A part of a batch, as its handler leaves it.
     *
     * @param begun handed to the handler
     * @param waiting not handed to it
     */
    record Unfinished(ClaimedBatch batch, List<Claimed> begun, List<Claimed> waiting) {

        List<String> begunIds() {
            return begun.stream().map(claimed -> claimed.message().id()).toList();
        }
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
            Thread running = handler;
            if (running == null || takenOver || left || now - since < atLeast) {
                return null;
            }
            takenOver = true;
            before.run();
            running.interrupt();
            return new Unfinished(this, messages.subList(from, to), messages.subList(to, messages.size()));
        } finally {
            lock.unlock();
        }
    }

    /** Whether a call of the handler runs for longer than the given time. */
    boolean runsFor(long now, long time) {
        lock.lock();
        try {
            return handler != null && !takenOver && !left && now - since > time;
        } finally {
            lock.unlock();
        }
    }

    /** Decides to release what has not been handed to the handler, if its call runs for longer than the given time. */
    void releaseWaiting(long now, long time) {
        lock.lock();
        try {
            if (to < messages.size() && runsFor(now, time)) {
                decideAll(messages.subList(to, messages.size()), Disposition.Release.UNTOUCHED);
                messages = messages.subList(0, to);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The running call goes on without its slot. Returns false if it has ended, or had no slot any more. */
    boolean handOverSlot() {
        lock.lock();
        try {
            if (handler == null || takenOver || left || slotIsHandedOver) {
                return false;
            }
            slotIsHandedOver = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the batch has the slot in which it began. */
    boolean hasSlot() {
        lock.lock();
        try {
            return !slotIsHandedOver;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets the handler keep the messages that it has begun if it ends the application while the calling thread stops the
     * engine. They are settled if the handler returns. The caller decides about the messages that wait.
     *
     * @return the messages that the handler has begun and those that wait; null if no handler runs, if it does not end the
     *     application, or if its batch was already left or taken over
     */
    @Nullable
    Unfinished leaveToHandler() {
        lock.lock();
        try {
            Thread running = handler;
            if (running == null || takenOver || left || !call.endsApplication(running)) {
                return null;
            }
            left = true;
            Unfinished rest = new Unfinished(this, messages.subList(from, to), messages.subList(to, messages.size()));
            messages = messages.subList(0, to);
            return rest;
        } finally {
            lock.unlock();
        }
    }
}
