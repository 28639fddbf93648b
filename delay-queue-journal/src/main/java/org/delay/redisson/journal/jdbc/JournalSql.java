package org.delay.redisson.journal.jdbc;

import java.sql.Connection;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.delay.redisson.journal.store.MessageKey;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Statements on the journal's tables, in the caller's transaction. A text names {@code {message}}, {@code {history}} and
 * {@code {shard}} for the tables, and {@code {now}} for the database's time in epoch milliseconds.
 */
final class JournalSql {

    private final DataSource dataSource;
    private final StoreSettings settings;
    private final Dialect dialect;
    private final JdbcTemplate template;
    private final JdbcClient client;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    JournalSql(DataSource dataSource, StoreSettings settings, Dialect dialect) {
        this.dataSource = dataSource;
        this.settings = settings;
        this.dialect = dialect;
        this.template = new JdbcTemplate(dataSource);
        this.client = JdbcClient.create(template);
    }

    StoreSettings settings() {
        return settings;
    }

    /** A statement with named parameters, of which {@code :service} and {@code :retention}, in milliseconds, are set. */
    StatementSpec named(String text) {
        return client.sql(resolved(text))
                .param("service", settings.service())
                .param("retention", settings.retention().toMillis());
    }

    /** The same on rows: where the text has {@code %s}, it names them. */
    StatementSpec named(String text, KeyCondition rows) {
        return named(text.formatted(rows.text())).params(rows.parameters());
    }

    /** The same on the rows of messages, as many statements as it takes for all of them. */
    Stream<StatementSpec> inChunks(String text, Collection<MessageKey> keys) {
        return Chunks.of(keys, KeyCondition.MOST).stream().map(chunk -> named(text, keys(chunk)));
    }

    /** A statement with positional parameters. Its text is not kept, since it depends on the number of rows. */
    StatementSpec positional(String text) {
        return client.sql(resolve(text));
    }

    /** The part of a statement that names messages. */
    KeyCondition keys(Collection<MessageKey> keys) {
        return dialect.keys(keys);
    }

    /** See {@link Dialect#ofService}. */
    String ofService() {
        return dialect.ofService();
    }

    /** See {@link Dialect#lock}. */
    KeyCondition lock(Collection<MessageKey> keys, String others) {
        return dialect.lock(keys, others);
    }

    /** Without a transaction each statement would be committed alone, and locks would end with it. */
    void requireTransaction() {
        if (isCommittedByStatement()) {
            throw new IllegalStateException(
                    "The journal writes only in a transaction of its DataSource, but none is active on this thread");
        }
    }

    /**
     * Runs one statement that is a transaction by itself, on a connection of its own. Empty, and not run, if the thread has a transaction or
     * its connections wait for a commit.
     */
    <T> Optional<T> committed(Supplier<T> statement) {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                || TransactionSynchronizationManager.hasResource(dataSource)) {
            return Optional.empty();
        }
        Connection connection = DataSourceUtils.getConnection(dataSource);
        // The statement takes the connection whose mode is looked at: a DataSource may have connections of both.
        TransactionSynchronizationManager.bindResource(dataSource, new ConnectionHolder(connection));
        try {
            return isCommittedByStatement() ? Optional.of(statement.get()) : Optional.empty();
        } finally {
            var unused = TransactionSynchronizationManager.unbindResource(dataSource);
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    private boolean isCommittedByStatement() {
        return Boolean.TRUE.equals(template.execute((ConnectionCallback<Boolean>) Connection::getAutoCommit));
    }

    private String resolved(String text) {
        return texts.computeIfAbsent(text, this::resolve);
    }

    private String resolve(String text) {
        return text.replace("{message}", settings.tablePrefix() + "message")
                .replace("{history}", settings.tablePrefix() + "history")
                .replace("{shard}", settings.tablePrefix() + "shard")
                .replace("{now}", dialect.now());
    }
}
