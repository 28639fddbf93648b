package org.delay.redisson.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Which transaction a statement of the journal belongs to. Thread-safe. */
final class JournalTransactions {

    /** How often a transaction is tried whose rows others changed at the same time. */
    private static final int TRIES = 4;

    private final DataSource database;
    private final OtherTransactions others;
    private final EndedTransactions ended;
    private final PlatformTransactionManager manager;
    private volatile @Nullable TransactionTemplate own;

    /**
     * Needs no connection yet.
     *
     * @param manager of the database
     */
    JournalTransactions(PlatformTransactionManager manager, DataSource database, OtherTransactions others) {
        this.database = database;
        this.others = others;
        this.ended = EndedTransactions.of(manager, database);
        this.manager = manager;
    }

    /** Names no isolation where it is the usual one: PostgreSQL's driver would ask the server for it in each transaction. */
    private TransactionTemplate own() {
        TransactionTemplate made = own;
        if (made == null) {
            made = new TransactionTemplate(manager);
            made.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            made.setIsolationLevel(
                    isReadCommittedByDefault()
                            ? TransactionDefinition.ISOLATION_DEFAULT
                            : TransactionDefinition.ISOLATION_READ_COMMITTED);
            made.setName("delay-queue-journal");
            own = made;
        }
        return made;
    }

    private boolean isReadCommittedByDefault() {
        try (Connection connection = database.getConnection()) {
            return connection.getTransactionIsolation() == Connection.TRANSACTION_READ_COMMITTED;
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("The journal's database gave no connection", e);
        }
    }

    /**
     * Whether this thread is in a transaction that statements of the journal join. One whose callbacks run after its end can't be
     * joined.
     *
     * @throws IllegalStateException if it is in one that they can't join
     */
    boolean joinsTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return false;
        }
        if (!TransactionSynchronizationManager.hasResource(database)) {
            return refuseOther("The active transaction is not one of the journal's DataSource");
        }
        if (ended.isEnded()) {
            return false;
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            return refuseOther("The active transaction is read-only");
        }
        return true;
    }

    private boolean refuseOther(String what) {
        if (others == OtherTransactions.SEND_NOW) {
            return false;
        }
        throw new IllegalStateException(
                what + ", so the call can't be part of it, and nothing was changed. Make the call"
                        + " in a transaction of the journal's DataSource or outside of transactions (Propagation.NOT_SUPPORTED), or"
                        + " set 'delay.redisson.journal.other-transactions' to 'send-now'");
    }

    /**
     * Runs statements in a transaction of their own. When this returns, they are committed and the connection is free. Repeated
     * from the beginning if another transaction was in the way.
     */
    <T> T inOwn(Supplier<T> statements) {
        return repeated(() -> own().execute(status -> statements.get()));
    }

    /**
     * Runs a statement that is a transaction by itself, if that is the same: transactions are READ COMMITTED without being told.
     * Repeated as {@link #inOwn(Supplier)}.
     *
     * @param statement empty if it is to be run in a transaction instead
     */
    <T> Optional<T> atOnce(Supplier<Optional<T>> statement) {
        return own().getIsolationLevel() == TransactionDefinition.ISOLATION_DEFAULT
                ? repeated(statement)
                : Optional.empty();
    }

    private static <T> T repeated(Supplier<T> statements) {
        for (int tries = 1; ; tries++) {
            try {
                return statements.get();
            } catch (TransientDataAccessException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** As {@link #inOwn(Supplier)}. */
    void inOwn(Runnable statements) {
        boolean unused = inOwn(() -> {
            statements.run();
            return true;
        });
    }
}
