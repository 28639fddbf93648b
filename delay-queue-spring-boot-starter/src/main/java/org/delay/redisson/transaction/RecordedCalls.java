package org.delay.redisson.transaction;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.FailedAfterCommit;
import org.delay.redisson.DelayQueueMessage;
import org.springframework.transaction.support.TransactionSynchronization;

/** The calls of one transaction, in their order. For the thread of the transaction. */
@Slf4j
final class RecordedCalls implements TransactionSynchronization {

    private final DelayQueueMessage queue;
    private final int bulk;
    private final List<RecordedCall> calls = new ArrayList<>();

    /** How many calls there were at each savepoint. One from before the first call is not known here. */
    private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();

    private boolean committed;

    RecordedCalls(DelayQueueMessage queue, int bulk) {
        this.queue = queue;
        this.bulk = bulk;
    }

    boolean isOf(DelayQueueMessage other) {
        return queue == other;
    }

    /** Whether the calls are made or under way. A further call is made at once then. */
    boolean isCommitted() {
        return committed;
    }

    void add(RecordedCall call) {
        calls.add(call);
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, calls.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        calls.subList(savepoints.getOrDefault(savepoint, 0), calls.size()).clear();
    }

    /** What it throws reaches the caller of the transaction, which stays committed. */
    @Override
    public void afterCommit() {
        committed = true;
        List<RecordedCall> made = List.copyOf(calls);
        calls.clear();
        new CallsAfterCommit(queue, bulk).make(made);
    }

    @Override
    public void afterCompletion(int status) {
        if (calls.isEmpty()) {
            return;
        }
        if (status == STATUS_COMMITTED) {
            madeByAnotherSynchronization();
        } else if (status == STATUS_UNKNOWN) {
            log.error(
                    "It is not known whether a transaction has committed, so its delay queue calls are not made. If its data"
                            + " is in the database, repeat the calls: {}",
                    CallsAfterCommit.described(calls));
        } else {
            log.debug("The transaction rolled back. Number of delay queue calls that are not made: {}", calls.size());
        }
    }

    /** Calls that another synchronization made in its own {@code afterCommit}, before this one was registered. */
    private void madeByAnotherSynchronization() {
        try {
            afterCommit();
        } catch (FailedAfterCommit e) {
            log.debug("Logged already. Spring does not pass exceptions of this phase on", e);
        }
    }
}
