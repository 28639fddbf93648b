package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message was given up: it is a dead letter, and stays one until it is redriven, deleted, or past its retention. Published
 * on a thread of its own, one event after the other: a listener that is slow delays other events and no message. Best
 * effort: a crash at this moment loses the event. Listeners that do not keep up lose events once some 10,000 wait. The dead
 * letter is never lost.
 *
 * <pre>{@code
 * @EventListener
 * void onDeadLetter(DeadLetterEvent event) {
 *     alarms.add(event.message().id() + ": " + event.error());
 * }
 * }</pre>
 *
 * @param error what is kept with the dead letter
 * @param cause what the consumer threw, or null if it was not asked: the message is damaged, or its receivers died
 */
public record DeadLetterEvent(
        DelayedMessage message, String error, @Nullable Throwable cause) {}
