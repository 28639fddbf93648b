package org.delay.redisson.http;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a client may do with which topics. Immutable. */
final class Grants {

    private final Map<ApiPermission, TopicPatterns> topics = new EnumMap<>(ApiPermission.class);

    /** @throws IllegalArgumentException for what is neither a topic nor the beginning of topics */
    Grants(Map<ApiPermission, ? extends Collection<String>> patterns) {
        patterns.forEach((permission, allowed) -> topics.put(permission, new TopicPatterns(List.copyOf(allowed))));
    }

    boolean may(ApiPermission permission, String topic) {
        return topics.getOrDefault(permission, TopicPatterns.NONE).contain(topic);
    }

    boolean areNone() {
        return topics.values().stream().allMatch(TopicPatterns::isEmpty);
    }
}
