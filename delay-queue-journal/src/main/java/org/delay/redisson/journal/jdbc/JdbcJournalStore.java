package org.delay.redisson.journal.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEntry;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.Owed;
import org.delay.redisson.journal.store.Recorded;
import org.delay.redisson.journal.store.Relayed;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.delay.redisson.journal.store.RowVersion;
import org.delay.redisson.journal.store.Send;
import org.jspecify.annotations.Nullable;

/**
 * The journal's tables in PostgreSQL, MySQL, MariaDB or H2. Statements join the transaction that Spring has begun on the
 * {@link DataSource}. {@link JournalSchema} creates and checks the tables.
 */
public final class JdbcJournalStore extends JdbcShardStore {

    private final Sends sends;
    private final Changes changes;
    private final Tasks tasks;
    private final Confirmations confirmations;
    private final OwedRows owed;
    private final RowQueries rows;
    private final PageQuery pages;
    private final Adoptions adoptions;
    private final Ends ends;
    private final Purge purge;
    private final History history;
    private final Counters counters;
    private final HistoryPurge historyPurge;
    private final Reopenings reopenings;

    private JdbcJournalStore(Database database, JournalSql sql) {
        super(sql, database);
        Writes writes = database.writes(sql);
        sends = new Sends(sql, writes.upsert());
        changes = new Changes(sql, database.dialect().returning());
        tasks = new Tasks(sql);
        confirmations = writes.confirmations();
        owed = new OwedRows(sql);
        rows = new RowQueries(sql);
        pages = new PageQuery(sql);
        adoptions = new Adoptions(sql);
        ends = writes.ends();
        purge = new Purge(sql);
        history = new History(sql);
        counters = new Counters(sql);
        historyPurge = new HistoryPurge(sql);
        reopenings = new Reopenings(sql);
    }

    /** A store of the database behind this. {@link Builder#build} connects to it. */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    @Override
    public Instant now() {
        return counters.now();
    }

    @Override
    public List<Recorded> record(List<Send> messages) {
        return sends.record(messages);
    }

    @Override
    public Optional<List<Recorded>> recordAtOnce(List<Send> messages) {
        return sends.recordAtOnce(messages);
    }

    @Override
    public Optional<RowVersion> reschedule(MessageKey key, Instant dueAt) {
        return changes.reschedule(key, dueAt);
    }

    @Override
    public Map<MessageKey, RowVersion> cancel(Collection<MessageKey> keys) {
        return changes.cancel(keys);
    }

    @Override
    public Optional<RowVersion> redrive(MessageRevision dead, Instant dueAt) {
        return changes.redrive(dead, dueAt);
    }

    @Override
    public List<JournalRow> takePending(int limit) {
        return tasks.takePending(limit);
    }

    @Override
    public List<JournalRow> pending(Collection<MessageKey> keys) {
        return rows.pending(keys);
    }

    @Override
    public List<MessageKey> relayed(Collection<Relayed> relayed) {
        return confirmations.relayed(relayed);
    }

    @Override
    public List<MessageKey> relayAgain(Collection<MessageRevision> messages) {
        return owed.relayAgain(messages);
    }

    @Override
    public void adopting(Collection<MessageRevision> messages) {
        adoptions.begin(messages);
    }

    @Override
    public void abandon(Collection<MessageRevision> messages) {
        adoptions.abandon(messages);
    }

    @Override
    public Map<MessageKey, RowVersion> versions(Collection<MessageKey> keys) {
        return rows.versions(keys);
    }

    @Override
    public Map<MessageKey, EndResult> end(Collection<Ending> ended) {
        return ends.end(ended);
    }

    @Override
    public List<MessageKey> reopen(Collection<Ending> endings) {
        return reopenings.reopen(endings);
    }

    @Override
    public int forgetDead(Collection<MessageKey> keys) {
        return purge.forgetDead(keys);
    }

    @Override
    public List<JournalRow> takeOverdue(int limit) {
        return tasks.takeOverdue(limit);
    }

    @Override
    public int purge(int limit) {
        return purge.purge(limit);
    }

    @Override
    public long purgeHistory(long after, int limit) {
        return historyPurge.purge(after, limit);
    }

    @Override
    public void append(Collection<HistoryEvent> events) {
        history.append(events);
    }

    @Override
    public List<HistoryEntry> history(MessageKey key, int limit) {
        return history.read(key, limit);
    }

    @Override
    public RowPage page(RowFilter filter, @Nullable MessageKey after, int limit) {
        return pages.page(filter, after, limit);
    }

    @Override
    public Optional<JournalRow> find(MessageKey key) {
        return rows.read(List.of(key)).stream().findFirst();
    }

    @Override
    public Backlog backlog() {
        return counters.backlog();
    }

    @Override
    public Owed owed(@Nullable String topic, Instant at) {
        return counters.owed(topic, at);
    }

    /** Makes a {@link JdbcJournalStore}. */
    public static final class Builder {

        private final DataSource dataSource;
        private String service = "";
        private String instance = "";
        private String tablePrefix = JournalSchema.DEFAULT_PREFIX;
        private Duration retention = Duration.ofDays(7);

        private Builder(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /** The service whose messages the store has; others' are invisible to it. Empty by default. */
        public Builder service(String service) {
            this.service = service;
            return this;
        }

        /** The name of this instance, for the history. Empty by default; cut to 200 characters. */
        public Builder instance(String instance) {
            this.instance = Texts.cut(instance, Texts.INSTANCE);
            return this;
        }

        /** What the names of the tables begin with. {@value JournalSchema#DEFAULT_PREFIX} by default. */
        public Builder tablePrefix(String tablePrefix) {
            JournalSchema.checkPrefix(tablePrefix);
            this.tablePrefix = tablePrefix;
            return this;
        }

        /** How long rows stay after their message has ended and is past due. Seven days by default. */
        public Builder retention(Duration retention) {
            this.retention = retention;
            return this;
        }

        /** Connects to the database, to recognize it. */
        public JdbcJournalStore build() {
            Database database = Database.of(dataSource);
            StoreSettings settings = new StoreSettings(service, instance, tablePrefix, retention);
            return new JdbcJournalStore(database, new JournalSql(dataSource, settings, database.dialect()));
        }
    }
}
