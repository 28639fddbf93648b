package org.delay.redisson.autoconfigure;

import org.delay.redisson.BulkTask;

/**
 * A bulk redrive or delete of dead letters has ended: it is done, was stopped, has failed, or was interrupted because its instance died. Published once,
 * on a background thread: by the instance that worked on it, or after an interruption by another instance that serves the dashboard, some
 * 15 to 30 s later. Best effort: a crash at this moment loses the event.
 *
 * <pre>{@code
 * @EventListener
 * void onTask(DeadLetterTaskEvent event) {
 *     chat.send(event.task().state() + ": " + event.task().progress().changed());
 * }
 * }</pre>
 */
public record DeadLetterTaskEvent(BulkTask task) {}
