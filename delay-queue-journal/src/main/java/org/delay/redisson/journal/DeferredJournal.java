package org.delay.redisson.journal;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.jspecify.annotations.Nullable;

/** A journal that needs its database at the first call only, because migrations may run until then. */
@RequiredArgsConstructor
final class DeferredJournal implements DelayQueueJournal {

    private final Supplier<DelayQueueJournal> journal;

    @Override
    public Optional<JournaledMessage> find(String topic, String id) {
        return journal.get().find(topic, id);
    }

    @Override
    public RowPage search(RowFilter filter, @Nullable MessageKey after, int limit) {
        return journal.get().search(filter, after, limit);
    }

    @Override
    public RestoreReport restore(RestoreRequest request, Consumer<RestoreReport> progress) {
        return journal.get().restore(request, progress);
    }

    @Override
    public AdoptReport adopt(AdoptRequest request, Consumer<AdoptReport> progress) {
        return journal.get().adopt(request, progress);
    }

    @Override
    public void resumeAudit() {
        journal.get().resumeAudit();
    }

    @Override
    public Backlog backlog() {
        return journal.get().backlog();
    }

    @Override
    public JournalStatus status() {
        return journal.get().status();
    }
}
