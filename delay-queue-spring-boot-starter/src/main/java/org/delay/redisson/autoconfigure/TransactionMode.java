package org.delay.redisson.autoconfigure;

/** When a send, cancel or reschedule inside a transaction takes effect. */
public enum TransactionMode {
    /** At once, whether the transaction commits or not. */
    IMMEDIATE,
    /** After the commit, and not at all after a rollback. */
    AFTER_COMMIT
}
