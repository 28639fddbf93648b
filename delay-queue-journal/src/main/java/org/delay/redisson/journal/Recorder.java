package org.delay.redisson.journal;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.journal.store.MessageKey;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Writes what the application asks for, and says in the queue's words if that fails. Thread-safe. */
@RequiredArgsConstructor
final class Recorder {

    private final JournalTransactions transactions;

    /**
     * Whether this thread is in a transaction that the journal joins.
     *
     * @throws IllegalStateException if it is in one that the journal can't join
     */
    boolean joinsTransaction() {
        return transactions.joinsTransaction();
    }

    /** Whether this thread is in no transaction at all. */
    boolean isWithoutTransaction() {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                && !TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Writes as part of the transaction of this thread. */
    <T> T join(Collection<MessageKey> keys, Supplier<T> statements) {
        return read(keys, statements);
    }

    /** Reads before anything is written. */
    <T> T read(Collection<MessageKey> keys, Supplier<T> query) {
        try {
            return query.get();
        } catch (DataAccessException e) {
            throw new NotRecorded(topic(keys), ids(keys), e);
        }
    }

    /** Writes in a transaction of its own, which is committed when this returns. */
    <T> T own(Collection<MessageKey> keys, Supplier<T> statements) {
        AtomicBoolean commits = new AtomicBoolean();
        try {
            return transactions.inOwn(() -> {
                commits.set(false);
                T answer = statements.get();
                commits.set(true);
                return answer;
            });
        } catch (DataAccessException | TransactionException e) {
            throw commits.get()
                    ? new OutcomeUnknown(topic(keys), ids(keys), e)
                    : new NotRecorded(topic(keys), ids(keys), e);
        }
    }

    /**
     * Writes with one statement that is committed when this returns.
     *
     * @param statement empty if it is to be written in a transaction instead
     */
    <T> Optional<T> atOnce(Collection<MessageKey> keys, Supplier<Optional<T>> statement) {
        try {
            return transactions.atOnce(statement);
        } catch (DataAccessException | TransactionException e) {
            throw isRefused(e)
                    ? new NotRecorded(topic(keys), ids(keys), e)
                    : new OutcomeUnknown(topic(keys), ids(keys), e);
        }
    }

    /** Whether the database was not asked, or has said no: the statement is not committed. */
    private static boolean isRefused(Throwable e) {
        return e instanceof CannotGetJdbcConnectionException
                || !(e instanceof UncategorizedDataAccessException || Bypass.isOutage(e));
    }

    private static String topic(Collection<MessageKey> keys) {
        return keys.stream().map(MessageKey::topic).findFirst().orElse("");
    }

    private static List<String> ids(Collection<MessageKey> keys) {
        return keys.stream().map(MessageKey::id).toList();
    }
}
