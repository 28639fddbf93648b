package org.delay.redisson.journal.store;

import java.time.Instant;

/**
 * The answer to a recorded send.
 *
 * @param revision of the message that now waits under this key; 0 if that one is not recorded
 * @param written false if the message that waited there stays unchanged ({@link OnWaiting#KEEP})
 * @param dueAt when the message that now waits is due, by Redis's clock
 */
public record Recorded(MessageKey key, long revision, boolean written, Instant dueAt) {}
