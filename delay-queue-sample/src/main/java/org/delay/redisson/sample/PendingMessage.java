package org.delay.redisson.sample;

import java.time.Instant;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message that is waiting in Redis, as the page shows it.
 *
 * @param orderId what the message's id is, or begins with
 * @param at the due time, or the time at which the message became a dead letter
 * @param failures how many deliveries failed
 * @param error why the message became a dead letter
 */
record PendingMessage(
        String topic,
        String id,
        String orderId,
        State state,
        Instant at,
        int failures,
        @Nullable String error) {

    static PendingMessage of(StoredMessage stored) {
        String id = stored.message().id();
        return new PendingMessage(
                stored.message().topic(),
                id,
                Shipment.orderId(id),
                stored.state(),
                stored.at(),
                stored.failures(),
                reason(stored.error()));
    }

    /** The first line, without the name of the exception. */
    private static @Nullable String reason(@Nullable String error) {
        return error == null ? null : error.lines().findFirst().orElse("").replaceFirst("^[\\w.$]+: ", "");
    }
}
