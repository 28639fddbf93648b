package org.delay.redisson.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/** Topics that this engine does not serve. Another instance may: one of the next version while it is rolled out, for example. */
@Slf4j
@RequiredArgsConstructor
final class ForeignTopics {

    /** Beyond this many, what was told is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    private final TopicRules rules;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    boolean isForeign(String topic) {
        return rules.of(topic) == null;
    }

    /** Messages of a topic are due, and no instance took them. */
    void left(String topic) {
        if (told.size() >= MAX_TOPICS) {
            told.clear();
        }
        if (told.add(topic)) {
            log.warn(
                    "Messages of topic {} are due, and nobody in this application receives that topic. They wait for an "
                            + "instance that does, with nothing counted",
                    topic);
        }
    }
}
