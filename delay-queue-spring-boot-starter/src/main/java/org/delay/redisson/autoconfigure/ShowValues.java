package org.delay.redisson.autoconfigure;

/** Who sees the bodies, keys and header values of messages. */
public enum ShowValues {
    /** Nobody. */
    NEVER,
    /** Users who are signed in and have one of the roles. */
    WHEN_AUTHORIZED,
    /** Everybody who may use the endpoint. */
    ALWAYS
}
