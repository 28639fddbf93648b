package org.delay.redisson.journal.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the journal, for one service: a row for each message, its history, and the marks of Redis's shards.
 *
 * <p>A row has a state, a revision that grows with each change, and a task: <em>relay</em>, to tell Redis of the current
 * revision; <em>audit</em>, to look whether Redis still has the message; or <em>purge</em>.
 *
 * <p><b>Transactions.</b> Calls run on the caller's thread, in the transaction that the caller has begun for this store's
 * database; a call that writes throws {@link IllegalStateException} without one, except
 * {@link #recordAtOnce}. A rollback undoes all that they did, a rollback to a
 * savepoint what came after it. The store begins and ends no transaction and starts no thread. The journal's own transactions
 * should be READ COMMITTED.
 *
 * <p><b>Locks.</b> {@link #record}, {@link #reschedule}, {@link #cancel} and {@link #redrive} wait for rows that another transaction
 * holds. All other writes of messages leave such rows alone, so they never wait for a business transaction. Rows are locked in the order
 * of their keys within a call. Transactions with several calls may still deadlock: the database then refuses one of them.
 *
 * <p><b>Errors.</b> Calls throw {@link org.springframework.dao.DataAccessException}. After one, the transaction must be rolled
 * back. A {@link org.springframework.dao.TransientDataAccessException} says that another transaction was in the way: the
 * whole transaction can be repeated at once, and a journal's own transaction should be, up to three times.
 *
 * <p>Lists are in the order of the argument, unless it says otherwise. Safe for use by many threads.
 */
public interface JournalStore {

    /** The time of the database's clock, in whole milliseconds. */
    Instant now();

    // What the application does

    /**
     * Records sends. Each new row waits, has revision max(revision + 1, now), and is to be relayed 5 s from now, unless
     * {@link #relayed} comes first. Of a key that is named twice, the later send finds what the earlier one left.
     *
     * @return for each send what now waits
     */
    List<Recorded> record(List<Send> sends);

    /**
     * As {@link #record}, without a transaction: one statement, which is committed when this returns. That saves a round trip. After an
     * exception that does not come from the database itself, the sends may be recorded.
     *
     * @return empty if nothing was written, because it takes more than one statement, the thread is in a transaction, or
     *     connections don't commit each statement
     */
    default Optional<List<Recorded>> recordAtOnce(List<Send> sends) {
        return Optional.empty();
    }

    /**
     * Gives a waiting message another due time, as a new revision that is to be relayed.
     *
     * @return the new revision; empty if no message with this key waits
     */
    Optional<RowVersion> reschedule(MessageKey key, Instant dueAt);

    /**
     * Cancels waiting messages, as a new revision that is to be relayed.
     *
     * @return the new revisions, of the messages that waited
     */
    Map<MessageKey, RowVersion> cancel(Collection<MessageKey> keys);

    /**
     * Lets a dead letter wait again, as a new revision that is to be relayed. So an end of its first life that comes late does not
     * end the second one.
     *
     * @param dead as Redis has the dead letter. Its row may still wait, if the end could not be recorded
     * @param dueAt its new due time
     * @return its new revision; empty if the row has another revision by now, or has ended otherwise
     */
    Optional<RowVersion> redrive(MessageRevision dead, Instant dueAt);

    // Relay

    /**
     * Rows that are to be relayed now, the longest due task first, for the caller alone: each is put off by 30 s, at the next
     * times by 1, 2, 4 and 5 minutes. So it comes again if the caller dies. Rows that others hold are left out.
     *
     * @param limit the most rows; fewer come if their contents are large
     */
    List<JournalRow> takePending(int limit);

    /**
     * Of these messages those that are to be relayed, in no order, without putting them off. Needs no transaction.
     *
     * @return none only if none is to be relayed; some are left out if their contents are large
     */
    List<JournalRow> pending(Collection<MessageKey> keys);

    /**
     * Records that Redis was told. A row with another revision is left alone, as one that others hold, and one that Redis took
     * before its last loss: all are relayed later. So is a cancel within 5 s of another change, or before that change was
     * confirmed: that change may reach Redis after the cancel and bring the message back.
     * A row that waits is audited 10 min after it is due; one that has ended is purged when its time has come.
     *
     * @return those that Redis took before its last loss
     */
    List<MessageKey> relayed(Collection<Relayed> relayed);

    /**
     * Has waiting messages relayed again, from now on.
     *
     * @return which; rows with another revision or state, or which others hold, are left alone
     */
    List<MessageKey> relayAgain(Collection<MessageRevision> messages);

    // Adoption

    /**
     * Marks rows that this transaction has recorded as uncertain: Redis may or may not have their messages. They are not
     * {@link #pending} then, and have no placement, until {@link #relayed} says that Redis has them.
     */
    void adopting(Collection<MessageRevision> messages);

    /** Deletes uncertain rows. Rows with another revision, or which others hold, are left alone. */
    void abandon(Collection<MessageRevision> messages);

    // Completion

    /** The current versions of the rows that there are. Needs no transaction, and takes no lock. */
    Map<MessageKey, RowVersion> versions(Collection<MessageKey> keys);

    /**
     * Records how messages ended, where their rows wait with the same or a lower revision. (A lower one means that the database
     * was set back.)
     *
     * @return an entry for each key
     */
    Map<MessageKey, EndResult> end(Collection<Ending> endings);

    /**
     * Has messages wait again that did not end: Redis, which knows who may end a message, still has them. They are audited 10 min after
     * they are due, or relayed at once if Redis's answer to the relay was not recorded.
     *
     * @return which; rows with another revision or end, or which others hold, are left alone
     */
    List<MessageKey> reopen(Collection<Ending> endings);

    // Dead letters that are deleted

    /**
     * Has the rows of dead letters purged after the retention, since the dead letters were deleted. They count as cancelled until
     * then, so a redrive finds nothing. Rows that others hold are left alone. Returns how many rows changed.
     */
    int forgetDead(Collection<MessageKey> keys);

    // Audit and purge

    /**
     * Rows that wait although they were due 10 min ago or earlier, for the caller alone: each is put off by at least 10 min. Rows
     * that others hold are left out.
     */
    List<JournalRow> takeOverdue(int limit);

    /**
     * Counts messages that an audit has found absent in Redis.
     *
     * @param mostPerHour of all instances together: beyond that, the audit stops until it is resumed
     * @return whether the audit goes on
     */
    boolean auditFound(int absent, int mostPerHour);

    /** Whether the audit has stopped. Needs no transaction. */
    boolean isAuditStopped();

    /** Lets the audit go on, and count anew. */
    void resumeAudit();

    /**
     * Deletes rows whose time has come, with their history.
     *
     * @return how many; fewer than the limit if no more were found
     */
    int purge(int limit);

    /**
     * Looks at the next entries of the history, and deletes those that are older than the retention and whose message has no row.
     *
     * @param after 0, then what the last call returned
     * @return where the next call begins; 0 after the last entry that is older
     */
    long purgeHistory(long after, int limit);

    // History and search

    /** Appends to the history of messages. */
    void append(Collection<HistoryEvent> events);

    /** The history of a message, oldest first. Needs no transaction. */
    List<HistoryEntry> history(MessageKey key, int limit);

    /**
     * Reads rows in pages. Rows that come and go meanwhile may be missed. Filters by id and business key use an index, others read
     * all rows. Needs no transaction.
     *
     * @param after null for the first page, then {@link RowPage#next()}
     * @param limit the most rows of a page; fewer come if their contents are large
     */
    RowPage page(RowFilter filter, @Nullable MessageKey after, int limit);

    /** The row of a message. Needs no transaction. */
    Optional<JournalRow> find(MessageKey key);

    /** What Redis must still be told. Needs no transaction. */
    Backlog backlog();

    /**
     * Counts the messages that wait. Reads all of them. Needs no transaction.
     *
     * @param topic null for all topics
     * @param at the time by which they are called overdue, of Redis's clock
     */
    Owed owed(@Nullable String topic, Instant at);

    // Marks

    /** The marks of all shards that were ever raised, by shard. Needs no transaction. */
    List<ShardMark> marks();

    /**
     * Raises the mark of a shard, if it still is as the caller knows it: above the known one, and above what Redis has.
     *
     * @param known what {@link #marks} told, or {@link ShardMark#unraised} if it told nothing
     * @param redis the replication id of the Redis that will be told, at most 80 characters
     * @param met the mark that Redis has
     * @return the mark that is to be told to Redis, after the commit; empty if another instance was faster
     */
    Optional<ShardMark> raiseMark(ShardMark known, String redis, long met);

    /**
     * As {@link #raiseMark}, and remembers that Redis may have lost what it took at this mark or later, until that is
     * {@link #repaired}. From then on, {@link #relayed} leaves alone what Redis took before the new mark.
     *
     * @param from the mark that Redis has kept
     */
    Optional<ShardMark> lost(ShardMark known, String redis, long from);

    /** Whether the caller is to repair the loss of a shard: nobody else is told so until the time has passed. */
    boolean takeLoss(int shard, Duration lease);

    /** The caller goes on with a loss that it has taken: nobody else is told to repair it until the time has passed. */
    void keepLoss(int shard, Duration lease);

    /** Forgets a loss, unless another one was recorded since. */
    void repaired(ShardMark known);
}
