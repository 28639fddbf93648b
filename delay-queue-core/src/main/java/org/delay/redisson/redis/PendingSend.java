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
 * A send that has no final answer yet: where its message is sought, and how often it was tried. Used by one thread at a
 * time, but for the timer's, which {@linkplain #expire ends} it.
 */
final class PendingSend {

    /**
     * Keeps what an earlier try has stored. One that is still on its way may arrive when the caller has cancelled the
     * message already, and bring it back; so cancel is told not to promise anything.
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

    /** Runs this at the end, before anything that hangs on the receipt. */
    void atEnd(Runnable action) {
        atEnd = action;
    }

    EncodedMessage message() {
        return message;
    }

    /** For what does not block. */
    CompletableFuture<Receipt> outcome() {
        return outcome;
    }

    /**
     * The outcome as its caller is told it. To be asked for once.
     *
     * @param callbacks runs what hangs on it, unless it is known already
     */
    CompletableFuture<Receipt> receipt(Executor callbacks) {
        if (outcome.isDone()) {
            atEnd.run();
            return outcome;
        }
        return outcome.whenCompleteAsync((known, thrown) -> atEnd.run(), callbacks);
    }

    /** To be called before anything else is done with it. Nothing is stored after this {@link System#nanoTime}. */
    void endAt(long nanos) {
        end = nanos;
    }

    long end() {
        return end;
    }

    /**
     * Whether a call may be made for it: not if its time is over first. It shares the call with others, which would have
     * less time too.
     */
    synchronized boolean call(Duration time) {
        if (expired || end - System.nanoTime() < time.toNanos()) {
            return false;
        }
        called = true;
        return true;
    }

    /** Its time is over, and so is that of its calls: none can store it any more. It is not called any more, and its answer comes to nobody. */
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
                                "It waited " + since + " for sends before it, which Redis does not answer"));
    }

    /** Whether nobody can have used the id before. */
    boolean isNew() {
        return message.name().generated() && repeats == 0;
    }

    /** Begins at the first of the shards where the message may be. One with a new id is nowhere yet. */
    void beginAt(ShardMap map) {
        homes = isNew() ? List.of(map.home(message.id())) : map.homes(message.id());
        home = 0;
    }

    int shard() {
        return homes.get(home);
    }

    /** Whether there are shards left where the message may be, so that it must not be created in this one. */
    boolean onlyIfPresent() {
        return home < homes.size() - 1;
    }

    void nextHome() {
        home++;
    }

    /** What to do if the message is there. */
    String policy() {
        return repeats > 0 ? REPEAT : message.onDuplicate().name();
    }

    boolean mayReload() {
        return reloads++ < RELOADS;
    }

    /** Only where nobody else knows the id, and so nobody has done anything with the message since the first try. */
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
