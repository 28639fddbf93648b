package org.delay.redisson.journal;

import java.util.Optional;
import java.util.function.Consumer;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.jspecify.annotations.Nullable;

/**
 * What people ask of the journal: what became of a message, and to put back what Redis has lost.
 *
 * <p>Thread-safe. Calls block the calling thread, and throw {@link org.springframework.dao.DataAccessException} if the database does
 * not answer.
 */
public interface DelayQueueJournal {

    /** All that is known about a message: its row, its history, and what Redis has of it now. */
    Optional<JournaledMessage> find(String topic, String id);

    /**
     * Messages in pages, by id and topic. Searches by id or business key use an index; others read all rows of the service.
     *
     * @param after null for the first page, then {@link RowPage#next()}
     * @param limit the most messages of a page, 1 to 1,000
     */
    RowPage search(RowFilter filter, @Nullable MessageKey after, int limit);

    /**
     * Tells Redis of every waiting message that it does not have. Applications may go on meanwhile: what is cancelled or
     * delivered during the call is recognised before it would be delivered again. Can be repeated, and by several callers at
     * once. A restore of everything also says that a Redis that is empty is the right one.
     *
     * @param progress called after each page, on this thread
     * @return what was found and done. Redis did not take what failed; repeat the call then, and if it has not
     *     {@link RestoreReport#finished() finished}, because this thread was interrupted
     */
    RestoreReport restore(RestoreRequest request, Consumer<RestoreReport> progress);

    /**
     * Takes in messages that wait in Redis and that the database does not have: those that were sent before the journal was on, or
     * past it. Applications may go on meanwhile; what ends or changes during the call is left alone. Can be repeated, and by
     * several callers at once. Dead letters are not taken in.
     *
     * @param progress called after each page, on this thread
     * @return what was found and done; not {@link AdoptReport#finished() finished} if this thread was interrupted
     */
    AdoptReport adopt(AdoptRequest request, Consumer<AdoptReport> progress);

    /**
     * Lets the audit go on after it has stopped, because Redis lacked more than 1,000 overdue messages of an hour. It sends them again
     * unless they were restored or expired before.
     */
    void resumeAudit();

    /** What Redis must still be told. */
    Backlog backlog();

    /** What this instance has seen since it started. */
    JournalStatus status();
}
