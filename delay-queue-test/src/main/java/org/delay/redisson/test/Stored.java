package org.delay.redisson.test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;

/** What a queue has, for assertions and for people. */
final class Stored {

    private static final int PAGE = 1000;

    private Stored() {}

    static List<StoredMessage> of(InMemoryDelayQueue queue, String topic, State state) {
        List<StoredMessage> messages = new ArrayList<>();
        String cursor = null;
        do {
            Page page = queue.list(topic, state, cursor, PAGE);
            messages.addAll(page.messages());
            cursor = page.next();
        } while (cursor != null);
        return messages;
    }

    static List<StoredMessage> of(InMemoryDelayQueue queue, State... states) {
        return queue.topics().stream()
                .flatMap(topic -> Stream.of(states).flatMap(state -> of(queue, topic, state).stream()))
                .toList();
    }

    /** All there is, a line each. */
    static String of(InMemoryDelayQueue queue) {
        return lines(of(queue, State.DUE, State.LEASED, State.DEAD));
    }

    /** Without headers; with bodies, since these are tests. */
    static String lines(List<StoredMessage> messages) {
        if (messages.isEmpty()) {
            return "nothing";
        }
        StringBuilder lines = new StringBuilder();
        for (StoredMessage stored : messages) {
            lines.append("%n  %s %s of topic %s, %s, body %s"
                    .formatted(
                            stored.state(),
                            stored.message().id(),
                            stored.message().topic(),
                            stored.at(),
                            stored.message().body()));
            if (stored.error() != null) {
                lines.append(", error ").append(stored.error());
            }
        }
        return lines.toString();
    }
}
