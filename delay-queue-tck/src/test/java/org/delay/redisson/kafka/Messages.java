package org.delay.redisson.kafka;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.DelayedMessage;

/** Messages to deliver. */
final class Messages {

    static final Instant DUE = Instant.parse("2026-01-02T03:04:05.600Z");

    private Messages() {}

    static DelayedMessage message(String topic, String id, String body) {
        return new DelayedMessage(topic, id, body, null, Map.of(), DUE, 4, 1);
    }

    static DelayedMessage keyed(String topic, String id, String key, String body) {
        return new DelayedMessage(topic, id, body, key, Map.of(), DUE, 4, 1);
    }

    /** With the ids 0 to count − 1, in that order. */
    static List<DelayedMessage> numbered(String topic, int count) {
        return numbered(topic, 0, count);
    }

    static List<DelayedMessage> numbered(String topic, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(number -> message(topic, Integer.toString(number), "body " + number))
                .toList();
    }
}
