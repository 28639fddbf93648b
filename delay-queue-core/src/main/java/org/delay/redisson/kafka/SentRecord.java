package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** A record that was given to the producer, and what became of it. Made by the thread that sends it. */
final class SentRecord implements Callback {

    /** How often somebody who waits looks whether anybody is there who can answer. */
    private static final long POLL = Duration.ofMillis(500).toNanos();

    private final DelayedMessage message;
    private final Thread sender = Thread.currentThread();
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable Exception failure;
    private volatile boolean taken = true;

    SentRecord(DelayedMessage message) {
        this.message = message;
    }

    DelayedMessage message() {
        return message;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        // Kafka reports what it did not take before send() returns, and all else from a thread of its own.
        if (exception != null && Thread.currentThread() == sender) {
            refused(exception);
        } else {
            failure = exception;
            answered.countDown();
        }
    }

    void refused(Exception exception) {
        taken = false;
        failure = exception;
        answered.countDown();
    }

    /**
     * Waits for the broker's answer until the given {@link System#nanoTime()}.
     *
     * @param alive whether the client can still answer
     */
    void await(long end, BooleanSupplier alive) throws InterruptedException {
        long left = end - System.nanoTime();
        while (!answered.await(Math.min(left, POLL), TimeUnit.NANOSECONDS)) {
            left = end - System.nanoTime();
            if (left <= 0 || (!alive.getAsBoolean() && !isAnswered())) {
                failure = new NoAnswer();
                return;
            }
        }
    }

    /** Why it was not taken or not confirmed; null if it was, or as long as nothing is known. */
    @Nullable
    Exception failure() {
        return failure;
    }

    /** Whether it is known what became of it. */
    boolean isAnswered() {
        return answered.getCount() == 0;
    }

    /** Whether it was handed over, so that it may arrive even if it failed. */
    boolean isTaken() {
        return taken;
    }

    /** Whether it was not taken for a reason that those after it would share. */
    boolean failsTheOthersToo() {
        Exception known = failure;
        return !taken && known != null && !Failures.concernsOneRecord(known);
    }

    /** The client kept to none of its own times, so that there is no telling what it will do. */
    static final class NoAnswer extends IllegalStateException {

        NoAnswer() {
            super("No answer from the Kafka client");
        }
    }
}
