package org.delay.redisson.operations;

import org.delay.redisson.journal.JournalStatus;
import org.delay.redisson.journal.store.Backlog;

/**
 * The journal as a whole.
 *
 * @param backlog what Redis must still be told, by all applications of the service
 * @param status what this instance has seen since it started
 */
public record JournalView(Backlog backlog, JournalStatus status) {}
