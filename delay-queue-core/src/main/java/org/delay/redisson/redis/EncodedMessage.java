package org.delay.redisson.redis;

import org.delay.redisson.OutgoingMessage.OnDuplicate;

/**
 * A message on its way to Redis, checked and written as text.
 *
 * @param when {@code +} and a delay in ms, or a due time in ms
 * @param stored the body as stored
 */
record EncodedMessage(Name name, String when, int priority, OnDuplicate onDuplicate, String stored) {

    /** @param generated whether only this send knows the id so far, so that it can be repeated */
    record Name(String topic, String id, boolean generated) {}

    String topic() {
        return name.topic();
    }

    String id() {
        return name.id();
    }
}
