package org.delay.redisson.autoconfigure;

import org.delay.redisson.BulkTask;

/**
 * A bulk redrive or delete of dead letters has ended: it is done, was stopped, has failed, or was interrupted because its instance died.
 * Published once, on a background thread of the instance that worked on it. After an interruption, another instance that serves the
 * dashboard publishes it within 30 s. Best effort: a crash at this moment loses the event.
 */
public record DeadLetterTaskEvent(BulkTask task) {}
