package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;

/**
 * A send without a final answer: in which shards its message may be, and how often it was tried. Used by one thread at a time,
 * except that the timer's thread {@linkplain #expire ends} it.
 */
final class PendingSend {

    /**
     * Keeps what an earlier try has stored. An earlier try that is still on its way may arrive after a cancel and store the
     * message again, so the script marks the message, and a cancel does not promise too much.
     */
    private static final String REPEAT = "REPEAT";

    private static final int REPEATS = 2;
    private static final int RELOADS = 5;

    private final EncodedMessage message;
    private final CompletableFuture<Receipt> outcome = new CompletableFuture<>();
    private Runnable atEnd = () -> {};
    private List<Integer> homes = List.of();
    private int home;
    private int repeats;
    private int reloads;
    private long end;
    private boolean called;
    private boolean expired;

    PendingSend(EncodedMessage message) {
        this.message = message;
    }

    /** Sets what runs at the end, before stages that depend on the receipt. */
    void atEnd(Runnable action) {
        atEnd = action;
    }

    EncodedMessage message() {
        return message;
    }

    /** For code that does not block. */
    CompletableFuture<Receipt> outcome() {
        return outcome;
    }

    /**
     * The outcome for the caller. To be called once.
     *
     * @param callbacks runs dependent stages, unless the outcome is known already
     */
    CompletableFuture<Receipt> receipt(Executor callbacks) {
        if (outcome.isDone()) {
            atEnd.run();
            return outcome;
        }
        return outcome.whenCompleteAsync((known, thrown) -> atEnd.run(), callbacks);
    }

    /** To be called first. Nothing is stored after this {@link System#nanoTime}. */
    void endAt(long nanos) {
        end = nanos;
    }

    long end() {
        return end;
    }

    /**
     * Whether a call may be made for this send. It may not if the send might end before the call does, because the call's time
     * would then be shorter for the other sends too.
     */
    synchronized boolean call(Duration time) {
        if (expired || end - System.nanoTime() < time.toNanos()) {
            return false;
        }
        called = true;
        return true;
    }

    /** Ends the send at its timeout. None of its calls can store the message any more, and none will be made. */
    void expire(Duration time) {
        boolean unknown;
        synchronized (this) {
            expired = true;
            unknown = called;
        }
        String since = time.toSeconds() + " s";
        failed(
                unknown
                        ? RedisFailure.unknown("No answer within " + since)
                        : RedisFailure.refused(
                                "It waited " + since + " behind other sends that Redis has not answered"));
    }

    /** Whether no call can have used the id before. */
    boolean isNew() {
        return message.name().generated() && repeats == 0;
    }

    /** Starts at the first shard that may have the message. A new id is in none. */
    void beginAt(ShardMap map) {
        homes = isNew() ? List.of(map.home(message.id())) : map.homes(message.id());
        home = 0;
    }

    int shard() {
        return homes.get(home);
    }

    /** Whether other shards may have the message, so that this one must not create it. */
    boolean onlyIfPresent() {
        return home < homes.size() - 1;
    }

    void nextHome() {
        home++;
    }

    /** What to do if the message exists. */
    String policy() {
        return repeats > 0 ? REPEAT : message.onDuplicate().name();
    }

    boolean mayReload() {
        return reloads++ < RELOADS;
    }

    /** Only if no other code knows the id, so that nothing happened to the message since the first try. */
    boolean mayRepeat() {
        return message.name().generated() && repeats++ < REPEATS;
    }

    void accepted(Outcome found, Instant due) {
        Outcome known = repeats > 0 ? Outcome.SCHEDULED : found;
        outcome.complete(new Receipt(message.topic(), message.id(), due, known));
    }

    void duplicate() {
        outcome.completeExceptionally(new DelayQueueException.Duplicate(message.topic(), List.of(message.id())));
    }

    void notReplicated(int replicas, int wanted) {
        outcome.completeExceptionally(
                new DelayQueueException.NotReplicated(message.topic(), List.of(message.id()), replicas, wanted));
    }

    void failed(RedisFailure failure) {
        RedisFailure whole = repeats > 0 ? failure.afterNoAnswer() : failure;
        outcome.completeExceptionally(whole.toException(message.topic(), List.of(message.id())));
    }
}
