package org.delay.redisson.test;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;

/** What a queue in memory has, for assertions and their messages. */
@RequiredArgsConstructor
final class StoredMessages {

    private static final int ALL = Integer.MAX_VALUE;

    private final MemoryMonitor monitor;
    private final MemoryShards shards;
    private final MemoryStore store;
    private final BodyConverter converter;

    Instant now() {
        return monitor.now();
    }

    /** The topics that have or had messages. */
    Set<String> topics() {
        return monitor.changing(now -> shards.topics());
    }

    boolean wasCancelled(String topic, String id) {
        return monitor.changing(now -> store.wasCancelled(topic, id));
    }

    <T> T read(StoredMessage stored, Class<T> type) {
        return converter.read(stored.message().body(), type);
    }

    List<StoredMessage> of(String topic, State state) {
        return monitor.changing(now -> store.list(topic, state, 0, ALL).messages());
    }

    List<StoredMessage> in(State... states) {
        return topics().stream()
                .flatMap(topic -> Stream.of(states).flatMap(state -> of(topic, state).stream()))
                .toList();
    }

    /** All messages, a line each. */
    @Override
    public String toString() {
        return lines(in(State.DUE, State.LEASED, State.DEAD));
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
