package org.delay.redisson.journal;

import java.util.List;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;

/** What an operator does with whole topics. Thread-safe. */
@RequiredArgsConstructor
final class Topics {

    private static final int PAGE = 200;

    private final Recorder recorder;
    private final Books books;

    /** Has no message come back and no dead letter stay, since Redis is about to delete the topic. */
    void cancelAll(String topic) {
        each(
                RowFilter.WAITING.topic(topic),
                keys -> books.store()
                        .cancel(keys)
                        .forEach((key, version) -> books.history()
                                .append(Change.CANCELLED, List.of(new MessageRevision(key, version.revision())))));
        each(RowFilter.ALL.state(MessageState.DEAD).topic(topic), keys -> {
            int unused = books.store().forgetDead(keys);
        });
    }

    private void each(RowFilter filter, Consumer<List<MessageKey>> change) {
        MessageKey after = null;
        do {
            RowPage page = books.store().page(filter, after, PAGE);
            List<MessageKey> keys =
                    page.rows().stream().map(row -> row.message().key()).toList();
            if (!keys.isEmpty()) {
                recorder.own(keys, () -> {
                    change.accept(keys);
                    return keys;
                });
            }
            after = page.next();
        } while (after != null);
    }
}
