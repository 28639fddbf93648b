package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Send;

/** Writes sends to the database: in the caller's transaction, or in one of their own. Thread-safe. */
@RequiredArgsConstructor
final class SendRecorder {

    private final Recorder recorder;
    private final Books books;
    private final RevisionedStore redis;
    private final EndedMessages endedMessages;

    /**
     * Whether this thread is in a transaction that the journal joins.
     *
     * @throws IllegalStateException if it is in one that the journal can't join
     */
    boolean joinsTransaction() {
        return recorder.joinsTransaction();
    }

    /** Whether one statement outside of transactions may do. The history names the thread of each send, in a second one. */
    boolean mayRecordAtOnce() {
        return recorder.isWithoutTransaction() && !books.history().keeps(Change.SENT);
    }

    /** Writes as part of the transaction of this thread. */
    List<Recorded> join(List<Order> orders) {
        return recorder.join(keys(orders), () -> record(orders));
    }

    /** Writes at once: what it returns is committed. */
    List<Recorded> own(List<Order> orders) {
        List<MessageKey> keys = keys(orders);
        return atOnce(keys, orders).orElseGet(() -> recorder.own(keys, () -> record(orders)));
    }

    /** Empty if they are to be recorded in a transaction: it takes several statements. */
    private Optional<List<Recorded>> atOnce(List<MessageKey> keys, List<Order> orders) {
        return mayRecordAtOnce()
                ? recorder.atOnce(
                        keys,
                        () -> books.store()
                                .recordAtOnce(orders.stream().map(Order::send).toList()))
                : Optional.empty();
    }

    private List<Recorded> record(List<Order> orders) {
        List<Recorded> recorded = new ArrayList<>(
                books.store().record(orders.stream().map(Order::send).toList()));
        replaceOver(orders, recorded);
        books.history()
                .append(
                        Change.SENT,
                        recorded.stream()
                                .filter(Recorded::written)
                                .map(one -> new MessageRevision(one.key(), one.revision()))
                                .toList());
        return recorded;
    }

    /** A row may wait although its message is over, and nothing would come of a send that keeps it. */
    private void replaceOver(List<Order> orders, List<Recorded> recorded) {
        for (int i = 0; i < orders.size(); i++) {
            Recorded kept = recorded.get(i);
            if (!kept.written() && endedMessages.isOver(kept.key(), now(kept.key()))) {
                recorded.set(
                        i,
                        books.store()
                                .record(List.of(new Send(orders.get(i).send().message(), OnWaiting.REPLACE)))
                                .get(0));
            }
        }
    }

    private Instant now(MessageKey key) {
        return Changes.dueAt(key, Duration.ZERO, redis);
    }

    private static List<MessageKey> keys(List<Order> orders) {
        return orders.stream().map(Order::key).toList();
    }
}
