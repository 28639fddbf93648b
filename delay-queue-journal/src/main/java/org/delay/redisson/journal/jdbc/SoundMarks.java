package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Relayed;

/** From which mark on each shard of Redis is known to have what it took. */
@RequiredArgsConstructor
final class SoundMarks {

    private static final String SOUND = "SELECT shard, sound_from FROM {shard} WHERE service = :service";

    private final JournalSql sql;

    /** Whether Redis took a message since the last loss of its shard. */
    Predicate<Relayed> isSound() {
        Map<Integer, Long> marks = new HashMap<>();
        sql.named(SOUND).query(row -> {
            marks.put(row.getInt("shard"), row.getLong("sound_from"));
        });
        return relayed -> relayed.placement().mark()
                >= marks.getOrDefault(relayed.placement().shard(), 0L);
    }

    static List<MessageKey> keys(Collection<Relayed> relayed, Predicate<Relayed> which) {
        return relayed.stream().filter(which).map(one -> one.revision().key()).toList();
    }
}
