package org.delay.redisson.journal;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;

/** What an operator does with whole topics. Thread-safe. */
@RequiredArgsConstructor
final class Topics {

    private static final int PAGE = 200;

    private final Recorder recorder;
    private final Books books;

    /** Cancels what waits, since Redis is about to delete it: nobody is to put it back. */
    void cancelAll(String topic) {
        MessageKey after = null;
        do {
            RowPage page = books.store().page(RowFilter.WAITING.topic(topic), after, PAGE);
            List<MessageKey> keys =
                    page.rows().stream().map(row -> row.message().key()).toList();
            if (!keys.isEmpty()) {
                recorder.own(keys, () -> {
                    books.store()
                            .cancel(keys)
                            .forEach((key, version) -> books.history()
                                    .append(Change.CANCELLED, List.of(new MessageRevision(key, version.revision()))));
                    return keys;
                });
            }
            after = page.next();
        } while (after != null);
    }
}
