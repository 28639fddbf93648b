package org.delay.redisson.journal.jdbc;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;

/** Locks rows, then writes those that wait. */
@RequiredArgsConstructor
final class Endings implements Ends {

    private static final String BURY = text(String.valueOf(Todo.NEVER));
    private static final String RETAIN = text("GREATEST(due_at, {now}) + :retention");

    private final JournalSql sql;

    @Override
    public Map<MessageKey, EndResult> end(Collection<Ending> endings) {
        sql.requireTransaction();
        Map<MessageKey, Ending> byKey = Ends.lastOfEachKey(endings);
        Map<MessageKey, LockedRow> rows = new RowLocks(sql).free(byKey.keySet());
        Map<MessageKey, EndResult> results = new HashMap<>();
        List<Ending> open = new ArrayList<>();
        byKey.forEach((key, ending) -> {
            LockedRow row = rows.get(key);
            if (row == null) {
                return;
            }
            boolean waits = row.isWaiting()
                    && row.version().revision() <= ending.revision().revision();
            if (waits) {
                open.add(ending);
            }
            results.put(key, waits ? EndResult.RECORDED : known(ending, row));
        });
        write(open, rows);
        results.putAll(missing(byKey.keySet(), rows.keySet()));
        return results;
    }

    private static EndResult known(Ending ending, LockedRow row) {
        return row.version().equals(new RowVersion(ending.revision().revision(), ending.end()))
                ? EndResult.KNOWN
                : EndResult.SUPERSEDED;
    }

    /** By state only, in the usual case that all rows have the revision that ended: each row has its own. */
    private void write(List<Ending> endings, Map<MessageKey, LockedRow> rows) {
        endings.stream()
                .collect(groupingBy(ending -> new RowVersion(raised(ending, rows), ending.end())))
                .forEach((version, same) -> sql.inChunks(
                                version.state() == MessageState.DEAD ? BURY : RETAIN,
                                same.stream().map(Ending::key).toList())
                        .forEach(statement -> statement
                                .param("revision", version.revision())
                                .param("state", version.state().name())
                                .update()));
    }

    private static String text(String lookAt) {
        return "UPDATE {message} SET revision = GREATEST(revision, :revision), state = :state, todo = '" + Todo.PURGE
                + "', look_at = " + lookAt + ", tries = 0, changed_at = {now} WHERE%s";
    }

    private static long raised(Ending ending, Map<MessageKey, LockedRow> rows) {
        long ended = ending.revision().revision();
        LockedRow row = rows.get(ending.key());
        return row != null && row.version().revision() == ended ? 0 : ended;
    }

    /** Of the keys that were not locked. */
    private Map<MessageKey, EndResult> missing(Set<MessageKey> keys, Set<MessageKey> locked) {
        Set<MessageKey> missing = new HashSet<>(keys);
        missing.removeAll(locked);
        Set<MessageKey> present = new RowQueries(sql).versions(missing).keySet();
        Map<MessageKey, EndResult> results = new HashMap<>();
        missing.forEach(key -> results.put(key, present.contains(key) ? EndResult.LOCKED : EndResult.ABSENT));
        return results;
    }
}
