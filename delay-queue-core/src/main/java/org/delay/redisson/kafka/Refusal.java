package org.delay.redisson.kafka;

import org.delay.redisson.DestinationUnavailable;
import org.jspecify.annotations.Nullable;

/** Why Kafka takes nothing for a topic, though it answers. What is tried again succeeds as soon as somebody has mended it. */
enum Refusal {
    /** Kafka has no such topic. */
    MISSING {
        @Override
        RuntimeException failure(String topic, @Nullable Exception cause) {
            return new UnknownTopic(topic, cause);
        }
    },
    /** The application lacks the right to write to it. */
    DENIED {
        @Override
        RuntimeException failure(String topic, @Nullable Exception cause) {
            return DestinationUnavailable.ofTopic(
                    "Kafka does not allow this application to write to topic " + topic + ": grant it WRITE",
                    false,
                    cause);
        }
    };

    /** What it means for a message that was not taken. */
    abstract RuntimeException failure(String topic, @Nullable Exception cause);
}
