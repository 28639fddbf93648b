package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are published on one channel, and what became of each. Thread-safe: the broker's answers come on its client's
 * threads.
 */
final class Publication {

    enum State {
        OPEN,
        CONFIRMED,
        REJECTED,
        RETURNED
    }

    /** RabbitMQ returns a message before it confirms it. Other brokers reject it first, and return it then. */
    private static final Duration RETURN_AFTER_REJECTION = Duration.ofMillis(200);

    private final List<AddressedMessage> messages;
    private final Consumer<AddressedMessage> answered;
    private final State[] states;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int published;
    private @Nullable Throwable end;

    /** @param answered told of each message that the broker answers, on the client's threads, before those who wait. Must not block */
    Publication(List<AddressedMessage> messages, Consumer<AddressedMessage> answered) {
        this.messages = messages;
        this.answered = answered;
        this.states = new State[messages.size()];
        Arrays.fill(states, State.OPEN);
    }

    List<AddressedMessage> messages() {
        return messages;
    }

    /** What has become of each message. Answers may still come after the end, so it is asked once. */
    List<State> states() {
        lock.lock();
        try {
            return List.of(states);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the broker has taken a message. It returns and rejects messages even where it can't store any. */
    boolean isAnyConfirmed() {
        lock.lock();
        try {
            return contains(State.CONFIRMED);
        } finally {
            lock.unlock();
        }
    }

    /** For each message whose answer is still awaited. An answer that comes meanwhile is taken note of afterwards. */
    void forEachAwaited(Consumer<AddressedMessage> action) {
        lock.lock();
        try {
            for (int i = 0; i < states.length && end == null; i++) {
                if (states[i] == State.OPEN) {
                    action.accept(messages.get(i));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Why no more answers come, or null if it has not ended early. */
    @Nullable
    Throwable end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the message at this index was handed to the client, so that it may arrive. */
    boolean isPublished(int index) {
        lock.lock();
        try {
            return index < published;
        } finally {
            lock.unlock();
        }
    }

    /** Takes note that the message is published next. False if nobody waits for it any more: then it must not be. */
    boolean publish(int index) {
        lock.lock();
        try {
            if (end == null) {
                published = index + 1;
            }
            return end == null;
        } finally {
            lock.unlock();
        }
    }

    /** The broker's answer for all open messages from one index to another, inclusively. */
    void answered(int from, int to, boolean confirmed) {
        lock.lock();
        try {
            for (int i = Math.max(0, from); i <= Math.min(to, states.length - 1); i++) {
                if (states[i] == State.OPEN) {
                    first(i, confirmed ? State.CONFIRMED : State.REJECTED);
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The broker has no queue for the message. It is not the only answer: the confirmation follows, or a rejection went before. */
    void returned(String id) {
        lock.lock();
        try {
            for (int i = 0; i < states.length; i++) {
                if (messages.get(i).message().id().equals(id)) {
                    first(i, State.RETURNED);
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void first(int index, State state) {
        boolean isFirst = states[index] == State.OPEN;
        states[index] = state;
        if (isFirst) {
            answered.accept(messages.get(index));
        }
    }

    /** No more answers come, for example because the channel was closed. Only the first reason counts. */
    void end(Throwable reason) {
        lock.lock();
        try {
            if (end == null && isOpen()) {
                end = reason;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until each message is answered or no more answers come.
     *
     * @param until the {@link System#nanoTime()} at which it gives up
     * @return false if the time is up
     */
    boolean await(long until) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isOpen() && end == null) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                long unused = changed.awaitNanos(left);
            }
            awaitReturns();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until each message is answered, even after the end. Returns false if the time is up. */
    boolean awaitAnswers(Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = atMost.toNanos();
            while (isOpen() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !isOpen();
        } finally {
            lock.unlock();
        }
    }

    private void awaitReturns() throws InterruptedException {
        long left = RETURN_AFTER_REJECTION.toNanos();
        while (end == null && contains(State.REJECTED) && left > 0) {
            left = changed.awaitNanos(left);
        }
    }

    private boolean isOpen() {
        return contains(State.OPEN);
    }

    private boolean contains(State state) {
        return Arrays.asList(states).contains(state);
    }
}
