package org.delay.redisson.journal.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of rows, ordered by id and topic.
 *
 * @param next where the next page begins, or null after the last
 */
public record RowPage(List<JournalRow> rows, @Nullable MessageKey next) {

    public RowPage {
        rows = List.copyOf(rows);
    }
}
