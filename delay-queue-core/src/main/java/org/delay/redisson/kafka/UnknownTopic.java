package org.delay.redisson.kafka;

import org.jspecify.annotations.Nullable;

/** Kafka answers, and has no such topic. What is tried again succeeds as soon as somebody has created it. */
final class UnknownTopic extends RuntimeException {

    UnknownTopic(String topic, @Nullable Throwable cause) {
        super(
                "Kafka has no topic '" + topic
                        + "': create it (in a Spring application by a NewTopic bean), or allow the"
                        + " broker to create topics (auto.create.topics.enable)",
                cause);
    }
}
