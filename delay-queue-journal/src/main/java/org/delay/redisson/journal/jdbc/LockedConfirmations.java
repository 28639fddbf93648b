package org.delay.redisson.journal.jdbc;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.Relayed;

/** Locks rows, then writes them by their placement. */
@RequiredArgsConstructor
final class LockedConfirmations implements Confirmations {

    private static final String RELAYED = "UPDATE {message} SET"
            + " todo = CASE WHEN state = 'WAITING' THEN '" + Todo.AUDIT + "' ELSE '" + Todo.PURGE + "' END,"
            + " look_at = GREATEST(due_at, {now}) + CASE WHEN state = 'WAITING' THEN " + AUDIT_AFTER_MILLIS
            + " ELSE :retention END, tries = 0, shard = :shard, mark = :mark"
            + " WHERE%s AND (state = 'WAITING' OR tries > 0)";

    private final JournalSql sql;

    @Override
    public List<MessageKey> relayed(Collection<Relayed> relayed) {
        sql.requireTransaction();
        Set<MessageKey> held = new OwedRows(sql)
                .held(relayed.stream().map(Relayed::revision).toList())
                .keySet();
        // After the rows are locked: a loss that is recorded later finds them confirmed.
        Predicate<Relayed> isSound = new SoundMarks(sql).isSound();
        Map<Placement, List<MessageKey>> byPlacement = relayed.stream()
                .filter(row -> held.contains(row.revision().key()))
                .filter(isSound)
                .collect(groupingBy(
                        Relayed::placement, mapping(row -> row.revision().key(), toList())));
        byPlacement.forEach((placement, keys) -> sql.inChunks(RELAYED, keys)
                .forEach(statement -> statement
                        .param("shard", placement.shard())
                        .param("mark", placement.mark())
                        .update()));
        return SoundMarks.keys(relayed, isSound.negate());
    }
}
