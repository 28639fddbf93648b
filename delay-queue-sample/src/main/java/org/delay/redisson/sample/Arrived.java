package org.delay.redisson.sample;

import java.time.Duration;
import java.time.Instant;

/** A message has reached its receiver. */
record Arrived(String topic, String orderId, Duration lateness) {

    static Arrived now(String topic, String orderId, Instant due) {
        return new Arrived(topic, orderId, Duration.between(due, Instant.now()));
    }

    String late() {
        return lateness.toMillis() + " ms late";
    }
}
