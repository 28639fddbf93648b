package org.delay.redisson.kafka;

import org.delay.redisson.DestinationUnavailable;
import org.jspecify.annotations.Nullable;

/** Why Kafka rejects every record of a topic. A later attempt succeeds once somebody has fixed the cause. */
enum TopicError {
    /** Kafka has no such topic. */
    UNKNOWN {
        @Override
        RuntimeException failure(String topic, @Nullable Exception cause) {
            return new UnknownTopic(topic, cause);
        }
    },
    /** The application has no permission to write to the topic. */
    UNAUTHORIZED {
        @Override
        RuntimeException failure(String topic, @Nullable Exception cause) {
            return DestinationUnavailable.ofTopic(
                    "Kafka does not allow this application to write to topic " + topic
                            + ". Grant it WRITE on the topic",
                    false,
                    cause);
        }
    };

    /** The failure of a message whose record was not handed over. */
    abstract RuntimeException failure(String topic, @Nullable Exception cause);
}
