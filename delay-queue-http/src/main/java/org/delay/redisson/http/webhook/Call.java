package org.delay.redisson.http.webhook;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.delay.redisson.engine.time.Ticker;

/** A call of a receiver that is under way. For one thread. */
final class Call {

    /** So long the short body of an answer may take, so that the connection can be used again. */
    private static final long BODY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Ticker ticker;
    private final long began;
    private final CompletableFuture<Answer> head;
    private final Future<?> exchange;
    private final BooleanSupplier sent;
    private final CompletableFuture<Long> ended;

    /** @param began by the ticker */
    Call(Ticker ticker, long began, CompletableFuture<Answer> head, Future<?> exchange, BooleanSupplier sent) {
        this.ticker = ticker;
        this.began = began;
        this.head = head;
        this.exchange = exchange;
        this.sent = sent;
        this.ended = head.handle((answer, failure) -> ticker.nanos());
    }

    /**
     * Waits for the head of the answer, and a moment for its body. The call has ended then.
     *
     * @param deadline by the ticker
     * @throws NoAnswer if there is none
     */
    Answer await(long deadline) throws NoAnswer, InterruptedException {
        try {
            Answer answer = head.get(deadline - ticker.nanos(), NANOSECONDS);
            awaitBody(Math.min(deadline - ticker.nanos(), BODY_NANOS));
            return answer;
        } catch (ExecutionException e) {
            throw new NoAnswer(sent.getAsBoolean(), e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException | CancellationException e) {
            throw new NoAnswer(sent.getAsBoolean(), new IOException("No answer in time"));
        } finally {
            end();
        }
    }

    /** Whether it has ended before any of it was sent. */
    boolean wasNotSent() {
        return head.isCompletedExceptionally() && !sent.getAsBoolean();
    }

    /** From its begin to the head of its answer or its failure, or until now. */
    Duration took() {
        return Duration.ofNanos(ended.getNow(ticker.nanos()) - began);
    }

    private void awaitBody(long nanos) throws InterruptedException {
        try {
            exchange.get(nanos, NANOSECONDS);
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            // The head has said what became of the message.
        }
    }

    /** Ends the call, answered or not. A connection that is still busy with it is closed. */
    void end() {
        exchange.cancel(true);
    }

    /** The receiver did not answer. */
    static final class NoAnswer extends Exception {

        private final boolean mayHaveArrived;

        NoAnswer(boolean mayHaveArrived, Throwable cause) {
            super(cause);
            this.mayHaveArrived = mayHaveArrived;
        }

        boolean mayHaveArrived() {
            return mayHaveArrived;
        }
    }
}
