package org.delay.redisson.journal;

/** What a send does inside a transaction that the journal can't join. */
public enum OtherTransactions {
    /** It throws. A message that is sent although its transaction rolls back would be a silent surprise. */
    FAIL,
    /** It is recorded in a transaction of its own and sent at once; a rollback of the other transaction does not undo it. */
    SEND_NOW
}
