package org.delay.redisson.http.webhook;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * What is said of topics and of prefixes with '*', as in routes: a topic's own name before a prefix, and a longer prefix before a
 * shorter one. Immutable.
 */
record Topics<T>(Map<String, T> entries) {

    private static final String ANY = "*";

    /** What holds for the topic. */
    Optional<T> of(String topic) {
        T exact = entries.get(topic);
        return exact == null ? longestPrefixOf(topic) : Optional.of(exact);
    }

    /** Whether something is said of all topics that the key, a topic or a prefix with '*', stands for. */
    boolean cover(String key) {
        return key.endsWith(ANY)
                ? longestPrefixOf(key.substring(0, key.length() - 1)).isPresent()
                : of(key).isPresent();
    }

    private Optional<T> longestPrefixOf(String text) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(ANY)
                        && text.startsWith(
                                entry.getKey().substring(0, entry.getKey().length() - 1)))
                .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(Map.Entry::getValue);
    }
}
