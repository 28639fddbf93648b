package org.delay.redisson.journal;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells a transaction that is open from one that is over and whose callbacks run. Spring calls both active, and what is written to the
 * connection of the second belongs to no transaction. Thread-safe.
 */
final class EndedTransactions implements TransactionExecutionListener {

    private final DataSource database;

    /** What Spring binds for each transaction; another one is bound for a transaction that a callback begins. */
    private final Set<Object> ended = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private EndedTransactions(DataSource database) {
        this.database = database;
    }

    /** Call before the application uses the manager. */
    static EndedTransactions of(PlatformTransactionManager manager, DataSource database) {
        EndedTransactions transactions = new EndedTransactions(database);
        if (manager instanceof ConfigurableTransactionManager configurable) {
            configurable.addListener(transactions);
        }
        return transactions;
    }

    /** Whether the transaction of this thread is over. */
    boolean isEnded() {
        return !TransactionSynchronizationManager.isSynchronizationActive() || ended.contains(bound());
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
        ended.remove(bound());
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        end(transaction);
    }

    @Override
    public void beforeRollback(TransactionExecution transaction) {
        end(transaction);
    }

    /** Not at the end of a savepoint, which calls this too. */
    private void end(TransactionExecution transaction) {
        Object bound = bound();
        if (transaction.isNewTransaction() && bound != null) {
            ended.add(bound);
        }
    }

    private @Nullable Object bound() {
        return TransactionSynchronizationManager.getResource(database);
    }
}
