package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.OnWaiting;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Send;

/** Records sends: in the order of their keys, no key twice in a statement, and statements of a bounded size. */
@RequiredArgsConstructor
final class Sends {

    private final JournalSql sql;
    private final Upsert upsert;

    List<Recorded> record(List<Send> sends) {
        sql.requireTransaction();
        return recordAll(sends);
    }

    /** Empty if this is not one statement, or if it would not be committed. */
    Optional<List<Recorded>> recordAtOnce(List<Send> sends) {
        return isOneStatement(sends) ? sql.committed(() -> recordAll(sends)) : Optional.empty();
    }

    private boolean isOneStatement(List<Send> sends) {
        return upsert.replacesInOneStatement()
                && !sends.isEmpty()
                && sends.get(0).onWaiting() == OnWaiting.REPLACE
                && statement(sends).size() == sends.size()
                && sends.stream().map(send -> send.message().key()).distinct().count() == sends.size();
    }

    private List<Recorded> recordAll(List<Send> sends) {
        Map<Integer, Recorded> recorded = new HashMap<>();
        List<Integer> left = IntStream.range(0, sends.size()).boxed().toList();
        while (!left.isEmpty()) {
            left = recordFirstOfEachKey(sends, left, recorded);
        }
        return IntStream.range(0, sends.size()).mapToObj(recorded::get).toList();
    }

    /** Returns the positions of sends that name a key again. */
    private List<Integer> recordFirstOfEachKey(List<Send> sends, List<Integer> left, Map<Integer, Recorded> recorded) {
        Map<MessageKey, Integer> first = new TreeMap<>();
        List<Integer> again = new ArrayList<>();
        for (Integer position : left) {
            if (first.putIfAbsent(sends.get(position).message().key(), position) != null) {
                again.add(position);
            }
        }
        List<Send> sorted = first.values().stream().map(sends::get).toList();
        for (int from = 0; from < sorted.size(); ) {
            List<Send> statement = statement(sorted.subList(from, sorted.size()));
            write(statement).forEach(answer -> recorded.put(first.get(answer.key()), answer));
            from += statement.size();
        }
        return again;
    }

    /** The first sends that one statement can write. */
    private List<Send> statement(List<Send> sends) {
        OnWaiting same = sends.get(0).onWaiting();
        int rows = 0;
        while (rows < sends.size()
                && rows < upsert.mostRows()
                && sends.get(rows).onWaiting() == same) {
            rows++;
        }
        return Chunks.head(sends.subList(0, rows), send -> send.message().content().length, Chunks.BYTES);
    }

    private List<Recorded> write(List<Send> sends) {
        List<JournalMessage> messages = sends.stream().map(Send::message).toList();
        return switch (sends.get(0).onWaiting()) {
            case REPLACE -> upsert.replace(messages);
            case KEEP -> upsert.keep(messages);
        };
    }
}
