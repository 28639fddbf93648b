package org.delay.redisson.journal.store;

/**
 * One revision of a message.
 *
 * @param revision grows with every change of the message, and only ever grows, also when the database's clock is set back
 */
public record MessageRevision(MessageKey key, long revision) {}
