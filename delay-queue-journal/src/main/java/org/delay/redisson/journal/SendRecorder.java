package org.delay.redisson.journal;

import static java.util.function.Predicate.not;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
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
    private final UnrecordedMessages unrecordedMessages;

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
        return besideUnrecorded(orders, rest -> {
            List<MessageKey> keys = keys(rest);
            return atOnce(keys, rest).orElseGet(() -> recorder.own(keys, () -> record(rest)));
        });
    }

    /** Records those that need not leave a message alone of which the database does not know. */
    private List<Recorded> besideUnrecorded(List<Order> orders, Function<List<Order>, List<Recorded>> record) {
        Map<MessageKey, Instant> unrecorded = unrecordedMessages.kept(orders);
        if (unrecorded.isEmpty()) {
            return record.apply(orders);
        }
        Predicate<Order> isKept = order -> order.keepsAnother() && unrecorded.containsKey(order.key());
        List<Order> rest = orders.stream().filter(not(isKept)).toList();
        Iterator<Recorded> recorded = (rest.isEmpty() ? List.<Recorded>of() : record.apply(rest)).iterator();
        List<Recorded> all = new ArrayList<>(orders.size());
        for (Order order : orders) {
            Instant dueAt = isKept.test(order) ? unrecorded.get(order.key()) : null;
            all.add(dueAt == null ? recorded.next() : new Recorded(order.key(), 0, false, dueAt));
        }
        return all;
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
        return StoreCalls.dueAt(key, Duration.ZERO, redis);
    }

    private static List<MessageKey> keys(List<Order> orders) {
        return orders.stream().map(Order::key).toList();
    }
}
