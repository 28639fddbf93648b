package org.delay.redisson.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.delay.redisson.Checks;

/** Topics, and beginnings of topics that end in {@code *}. Immutable. */
final class TopicPatterns {

    private static final String ANY = "*";

    static final TopicPatterns NONE = new TopicPatterns(List.of());

    private final Set<String> topics = new HashSet<>();
    private final List<String> prefixes = new ArrayList<>();

    /** @throws IllegalArgumentException if one is neither a topic nor the beginning of topics */
    TopicPatterns(Collection<String> patterns) {
        for (String pattern : patterns) {
            if (!isPattern(pattern)) {
                throw new IllegalArgumentException(
                        "'" + pattern + "' must be a topic, or the beginning of topics with one '*' at its end");
            }
            if (pattern.endsWith(ANY)) {
                prefixes.add(beginning(pattern));
            } else {
                topics.add(pattern);
            }
        }
    }

    static boolean isPattern(String text) {
        return text.equals(ANY) || Checks.isTopic(text.endsWith(ANY) ? beginning(text) : text);
    }

    private static String beginning(String pattern) {
        return pattern.substring(0, pattern.length() - ANY.length());
    }

    /** Whether the topic is one of these. In the place of a topic, {@code *} asks for all topics. */
    boolean contain(String topic) {
        return topics.contains(topic) || prefixes.stream().anyMatch(topic::startsWith);
    }

    boolean isEmpty() {
        return topics.isEmpty() && prefixes.isEmpty();
    }
}
