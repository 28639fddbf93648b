package org.delay.redisson.http;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants to receive.
 *
 * @param patience how long it waits
 * @param lease how long the messages are its own; null for the queue's lease
 * @param consumer a name by which a newer receive replaces this one
 * @param acks what it is done with
 */
record ReceiveRequest(
        Set<String> topics,
        int max,
        Duration patience,
        @Nullable Duration lease,
        @Nullable String consumer,
        List<Handle> acks) {

    /** Redis must be asked before it can be said that nothing is there. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private static final int MAX_TOPICS = 10;
    private static final int MAX_MESSAGES = 100;
    private static final int DEFAULT_MESSAGES = 10;
    private static final int MAX_ACKS = 200;
    private static final int MAX_CONSUMER = 200;

    static ReceiveRequest of(JsonFields fields) {
        Set<String> topics = new LinkedHashSet<>(fields.list("topics", MAX_TOPICS));
        if (topics.isEmpty()) {
            throw ApiProblem.invalid("'topics' must have 1 to " + MAX_TOPICS + " topics, but has none");
        }
        topics.forEach(Checks::topic);
        int max = fields.number("max", 1, MAX_MESSAGES, DEFAULT_MESSAGES);
        Duration wait = fields.millis("waitMs", Duration.ZERO, LONGEST_WAIT);
        Duration lease = fields.millis("leaseMs", SettleRoutes.SHORTEST_LEASE, SettleRoutes.LONGEST_LEASE);
        String consumer = fields.text("consumer");
        if (consumer != null && (consumer.isEmpty() || consumer.length() > MAX_CONSUMER)) {
            throw ApiProblem.invalid("'consumer' must have 1 to " + MAX_CONSUMER + " characters");
        }
        List<String> acks = fields.list("ack", MAX_ACKS);
        List<Handle> handles = IntStream.range(0, acks.size())
                .mapToObj(i -> Handle.of(acks.get(i), fields.quoted("ack[" + i + "]")))
                .toList();
        fields.end();
        return new ReceiveRequest(topics, max, longEnough(wait), lease, consumer, handles);
    }

    private static Duration longEnough(@Nullable Duration wait) {
        if (wait == null) {
            return LONGEST_WAIT;
        }
        return wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait;
    }
}
