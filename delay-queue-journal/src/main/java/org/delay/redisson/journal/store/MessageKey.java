package org.delay.redisson.journal.store;

import java.util.Comparator;

/**
 * The identity of a message within its service. Ordered by id, then topic: the order in which rows are locked.
 *
 * @param topic by the rule of {@link org.delay.redisson.Checks#topic}
 * @param id by the rule of {@link org.delay.redisson.Checks#id}; {@code a}, {@code A} and {@code "a "} are three ids
 */
public record MessageKey(String topic, String id) implements Comparable<MessageKey> {

    private static final Comparator<MessageKey> ORDER =
            Comparator.comparing(MessageKey::id).thenComparing(MessageKey::topic);

    @Override
    public int compareTo(MessageKey other) {
        return ORDER.compare(this, other);
    }
}
