package org.delay.redisson.http;

/** What a client of the API may be allowed to do with a topic. */
public enum ApiPermission {
    /** Send messages. */
    SEND,
    /** Cancel and reschedule messages. */
    CANCEL,
    /** Receive messages, and settle what was received. */
    RECEIVE,
    /** See counts, and messages with masked values. */
    INSPECT,
    /** See the bodies, keys and header values of messages. */
    VALUES,
    /** Pause and resume topics, redrive and delete dead letters, restore from the journal. */
    MANAGE
}
