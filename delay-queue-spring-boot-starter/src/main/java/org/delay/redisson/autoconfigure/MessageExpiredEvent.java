package org.delay.redisson.autoconfigure;

import java.time.Duration;
import org.delay.redisson.DelayedMessage;

/**
 * A message was older than its time to live when its turn came, and was dropped. Published as a {@link DeadLetterEvent} is, on
 * a thread of its own. Best effort: a crash at this moment loses the event, and so do listeners that do not keep up.
 *
 * <pre>{@code
 * @EventListener
 * void onExpired(MessageExpiredEvent event) {
 *     alarms.add(event.message().id() + ": " + event.lateness().toMinutes() + " min too late");
 * }
 * }</pre>
 *
 * @param lateness how long after its due time the message was dropped
 */
public record MessageExpiredEvent(DelayedMessage message, Duration lateness) {}
