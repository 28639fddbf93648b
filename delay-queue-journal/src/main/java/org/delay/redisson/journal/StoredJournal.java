package org.delay.redisson.journal;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.jspecify.annotations.Nullable;

/** Answers from the database, and from Redis where that is asked. */
@Slf4j
@RequiredArgsConstructor
final class StoredJournal implements DelayQueueJournal {

    private static final int HISTORY = 1_000;

    private final RevisionedStore redis;
    private final Adopter adopter;
    private final AcceptedLosses losses;
    private final Books books;
    private final Supplier<JournalStatus> status;

    @Override
    public Optional<JournaledMessage> find(String topic, String id) {
        MessageKey key = new MessageKey(Checks.topic(topic), Checks.id(id));
        return books.store()
                .find(key)
                .map(row -> new JournaledMessage(row, books.store().history(key, HISTORY), inRedis(key)));
    }

    private @Nullable StoredRevision inRedis(MessageKey key) {
        try {
            return StoreCalls.locate(key, redis).orElse(null);
        } catch (DelayQueueException e) {
            log.debug("Redis did not say what it has of a message", e);
            return null;
        }
    }

    @Override
    public RowPage search(RowFilter filter, @Nullable MessageKey after, int limit) {
        Checks.range("limit", limit, 1, 1_000);
        return books.store().page(filter, after, limit);
    }

    @Override
    public RestoreReport restore(RestoreRequest request, Consumer<RestoreReport> progress) {
        return losses.restore(request, progress);
    }

    @Override
    public void resumeAudit() {
        books.transactions().inOwn(books.store()::resumeAudit);
    }

    @Override
    public AdoptReport adopt(AdoptRequest request, Consumer<AdoptReport> progress) {
        return adopter.adopt(request, progress);
    }

    @Override
    public Backlog backlog() {
        return books.store().backlog();
    }

    @Override
    public JournalStatus status() {
        return status.get();
    }
}
