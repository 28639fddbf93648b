package org.delay.redisson.journal;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.delay.redisson.Checks;

/** Topics, and beginnings of topics. Immutable. */
public final class ChosenTopics {

    /** Every topic. */
    public static final ChosenTopics ALL = new ChosenTopics(List.of("*"));

    private final Set<String> topics = new HashSet<>();
    private final Set<String> prefixes = new HashSet<>();

    private ChosenTopics(Collection<String> patterns) {
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("topics must name at least one topic, but is empty");
        }
        patterns.forEach(this::add);
    }

    /**
     * Topics by name or, with one {@code *} at its end, by their beginning.
     *
     * @throws IllegalArgumentException if there is none, or one is neither
     */
    public static ChosenTopics of(Collection<String> patterns) {
        return new ChosenTopics(patterns);
    }

    private void add(String pattern) {
        boolean isPrefix = pattern.endsWith("*");
        String name = isPrefix ? pattern.substring(0, pattern.length() - 1) : pattern;
        if (!Checks.isTopic(name) && !(isPrefix && name.isEmpty())) {
            throw new IllegalArgumentException(
                    "topics must be topics, or beginnings of topics with one '*' at their end, but has '" + pattern
                            + "'");
        }
        (isPrefix ? prefixes : topics).add(name);
    }

    /** Whether the topic is one of them. */
    public boolean contains(String topic) {
        return topics.contains(topic) || prefixes.stream().anyMatch(topic::startsWith);
    }
}
