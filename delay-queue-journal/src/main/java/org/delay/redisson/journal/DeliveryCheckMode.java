package org.delay.redisson.journal;

/** What happens to claimed messages before their delivery. */
public enum DeliveryCheckMode {
    /** The database is asked about them. If it does not answer, they are delivered. */
    DELIVER,
    /** The database is asked about them. If it does not answer, they wait, and no attempt is counted. */
    HOLD,
    /** The database is not asked. */
    OFF
}
