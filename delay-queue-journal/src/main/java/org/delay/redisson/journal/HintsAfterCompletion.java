package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells the relay, after a transaction, which messages it changed. Not what became of them: the relay reads what is committed, so a
 * hint for a part that was rolled back to a savepoint does no harm. For the thread of the transaction.
 */
@RequiredArgsConstructor
final class HintsAfterCompletion implements TransactionSynchronization {

    private final Hints hints;
    private final List<MessageKey> keys = new ArrayList<>();

    /** Adds keys to those of this thread's transaction. Without a synchronization, the sweep finds them. */
    static void add(Hints hints, Collection<MessageKey> keys) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            return;
        }
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof HintsAfterCompletion own && own.hints == hints) {
                own.keys.addAll(keys);
                return;
            }
        }
        HintsAfterCompletion own = new HintsAfterCompletion(hints);
        own.keys.addAll(keys);
        TransactionSynchronizationManager.registerSynchronization(own);
    }

    /** Not after the commit: its exceptions would reach the caller, and the connection is still held then. */
    @Override
    public void afterCompletion(int status) {
        if (status != STATUS_ROLLED_BACK) {
            hints.add(keys);
        }
    }
}
