package org.delay.redisson.kafka;

import org.jspecify.annotations.Nullable;

/** Kafka responded that it has no such topic. A later attempt succeeds once somebody has created it. */
final class UnknownTopic extends RuntimeException {

    UnknownTopic(String topic, @Nullable Throwable cause) {
        super(
                "Kafka has no topic '" + topic
                        + "': create it (in a Spring application with a NewTopic bean), or allow the"
                        + " broker to create topics (auto.create.topics.enable)",
                cause);
    }
}
