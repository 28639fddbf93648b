package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** A record that was passed to the producer, and its outcome. Created by the thread that sends it. */
final class SentRecord implements Callback {

    /** How often a waiting thread checks that the client can still respond. */
    private static final long CHECK_INTERVAL = Duration.ofMillis(500).toNanos();

    private final DelayedMessage message;
    private final Thread sender = Thread.currentThread();
    private final CountDownLatch completed = new CountDownLatch(1);
    private volatile @Nullable Exception failure;
    private volatile boolean accepted = true;

    SentRecord(DelayedMessage message) {
        this.message = message;
    }

    DelayedMessage message() {
        return message;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        // Kafka reports a record that it did not accept before send() returns, and all other outcomes on its own
        // thread.
        if (exception != null && Thread.currentThread() == sender) {
            notAccepted(exception);
        } else {
            failure = exception;
            completed.countDown();
        }
    }

    /** Completes it with the failure of the send itself. */
    void notAccepted(Exception exception) {
        accepted = false;
        failure = exception;
        completed.countDown();
    }

    /**
     * Waits for the outcome until the given {@link System#nanoTime()}.
     *
     * @param alive whether the client can still respond
     */
    void await(long end, BooleanSupplier alive) throws InterruptedException {
        while (!isCompleted()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = end - System.nanoTime();
            // Asked before the wait, since all records of a batch wait in turn.
            if (left <= 0 || (!alive.getAsBoolean() && !isCompleted())) {
                failure = new NoResponse();
                return;
            }
            var unused = completed.await(Math.min(left, CHECK_INTERVAL), TimeUnit.NANOSECONDS);
        }
    }

    /** Why it was not accepted or not confirmed; null if it was confirmed, or if the outcome is not known yet. */
    @Nullable
    Exception failure() {
        return failure;
    }

    /** Whether the client reported the outcome. */
    boolean isCompleted() {
        return completed.getCount() == 0;
    }

    boolean isConfirmed() {
        return isCompleted() && failure == null;
    }

    /** Whether the producer accepted it, so that it may arrive even if it failed. */
    boolean isAccepted() {
        return accepted;
    }
}
