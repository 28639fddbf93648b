package org.delay.redisson.autoconfigure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;

/**
 * What 'delay.redisson.routes' says: the name of the consumer that gets a topic. The most exact route wins: a topic's own
 * name before a pattern, and a pattern with a longer prefix before one with a shorter prefix. Two routes can't tie, because a
 * pattern has its only '*' at the end. Immutable.
 */
final class Routes {

    static final String PROPERTY = "delay.redisson.routes";

    private static final String ANY = "*";

    private final Map<String, String> exact = new LinkedHashMap<>();
    private final List<Prefix> prefixes = new ArrayList<>();

    /** @throws IllegalArgumentException if a key is neither a topic nor a pattern, or names no consumer */
    Routes(Map<String, String> routes) {
        new TreeMap<>(routes).forEach(this::add);
        prefixes.sort(Comparator.comparingInt((Prefix prefix) -> prefix.text().length())
                .reversed());
    }

    private void add(String key, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("[" + key + "] must be the name of a consumer, but is empty");
        }
        if (key.endsWith(ANY)) {
            String prefix = key.substring(0, key.length() - 1);
            check(key, prefix.isEmpty() || Checks.isTopic(prefix));
            prefixes.add(new Prefix(prefix, name));
        } else {
            check(key, Checks.isTopic(key));
            exact.put(key, name);
        }
    }

    private static void check(String key, boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException(
                    "[" + key + "] must be a topic, or the beginning of topics with one '*' at its end");
        }
    }

    /** How an application writes a route, for messages. */
    static String property(String key) {
        return "'" + PROPERTY + "[" + key + "]'";
    }

    /** The name of the topic's consumer, or null if no route covers the topic. */
    @Nullable
    String of(String topic) {
        String name = exact.get(topic);
        if (name != null) {
            return name;
        }
        for (Prefix prefix : prefixes) {
            if (topic.startsWith(prefix.text())) {
                return prefix.name();
            }
        }
        return null;
    }

    boolean isEmpty() {
        return exact.isEmpty() && prefixes.isEmpty();
    }

    /** Whether every topic has a route. */
    boolean coverAll() {
        return prefixes.stream().anyMatch(prefix -> prefix.text().isEmpty());
    }

    /** The topics with a route of their own. */
    Set<String> topics() {
        return exact.keySet();
    }

    /** The names of consumers, each with the keys that lead to it. */
    Map<String, List<String>> keysByName() {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        exact.forEach((topic, name) ->
                keys.computeIfAbsent(name, unused -> new ArrayList<>()).add(topic));
        prefixes.forEach(prefix ->
                keys.computeIfAbsent(prefix.name(), unused -> new ArrayList<>()).add(prefix.text() + ANY));
        return keys;
    }

    private record Prefix(String text, String name) {}
}
