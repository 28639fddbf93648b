package org.delay.redisson.operations;

/** What a caller may be allowed to do with a topic. */
public enum Permission {
    /** See counts, and messages with masked values. */
    VIEW,
    /** See the bodies, keys and header values of messages. */
    VALUES,
    /** Cancel and reschedule messages. */
    CANCEL,
    /** Pause, resume and repair the topic; redrive and delete dead letters, one or many. */
    OPERATE,
    /** Delete the topic. Also asked for what concerns all topics: see {@link Access#ALL_TOPICS}. */
    ADMINISTER
}
