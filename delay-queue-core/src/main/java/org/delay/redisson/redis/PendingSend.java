package org.delay.redisson.redis;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;

/**
 * A send that has no final answer yet: where its message is sought, and how often it was tried. Used by one thread at a
 * time.
 */
final class PendingSend {

    /**
     * Keeps what an earlier try has stored. One that is still on its way may arrive when the caller has cancelled the
     * message already, and bring it back; so cancel is told not to promise anything.
     */
    private static final String REPEAT = "REPEAT";

    private static final int REPEATS = 2;
    private static final int RELOADS = 5;

    private final Send send;
    private final boolean awaited;
    private final CompletableFuture<Receipt> receipt = new CompletableFuture<>();
    private List<Integer> homes = List.of();
    private int home;
    private int repeats;
    private int reloads;

    /** @param awaited whether a thread does nothing but wait for the receipt, so that nothing else hangs on it */
    PendingSend(Send send, boolean awaited) {
        this.send = send;
        this.awaited = awaited;
    }

    boolean isAwaited() {
        return awaited;
    }

    Send send() {
        return send;
    }

    CompletableFuture<Receipt> receipt() {
        return receipt;
    }

    /** Whether nobody can have used the id before. */
    boolean isNew() {
        return send.generated() && repeats == 0;
    }

    /** Begins at the first of the shards where the message may be. One with a new id is nowhere yet. */
    void beginAt(Layout layout) {
        homes = isNew() ? List.of(layout.home(send.id())) : layout.homes(send.id());
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
        return repeats > 0 ? REPEAT : send.onDuplicate().name();
    }

    boolean mayReload() {
        return reloads++ < RELOADS;
    }

    /** Only where nobody else knows the id, and so nobody has done anything with the message since the first try. */
    boolean mayRepeat() {
        return send.generated() && repeats++ < REPEATS;
    }

    void accepted(Outcome outcome, Instant due) {
        Outcome found = repeats > 0 ? Outcome.SCHEDULED : outcome;
        receipt.complete(new Receipt(send.topic(), send.id(), due, found));
    }

    void duplicate() {
        receipt.completeExceptionally(new DelayQueueException.Duplicate(send.topic(), List.of(send.id())));
    }

    void notReplicated(int replicas, int wanted) {
        receipt.completeExceptionally(
                new DelayQueueException.NotReplicated(send.topic(), List.of(send.id()), replicas, wanted));
    }

    void failed(RedisFailure failure) {
        RedisFailure whole = repeats > 0 ? failure.afterNoAnswer() : failure;
        receipt.completeExceptionally(whole.toException(send.topic(), List.of(send.id())));
    }
}
