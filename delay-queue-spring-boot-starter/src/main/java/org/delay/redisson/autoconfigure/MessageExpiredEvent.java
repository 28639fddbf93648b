package org.delay.redisson.autoconfigure;

import java.time.Duration;
import org.delay.redisson.DelayedMessage;

/**
 * A message was older than its time to live when its turn came, and was dropped. Published on the thread that
 * dispatches, which a listener must not block; {@code @Async} helps. Best effort: a crash at this moment loses the event.
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
