package org.delay.redisson.engine.policy;

import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/** A user's rules, which may throw. A topic whose rules throw is not served until they answer. */
@RequiredArgsConstructor
public final class GuardedTopicRules implements TopicRules {

    private final TopicRules rules;

    @Override
    public @Nullable TopicRule of(String topic) {
        try {
            return rules.of(topic);
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** What the rules throw for a topic, or null if they answer. */
    public @Nullable Throwable failure(String topic) {
        try {
            TopicRule unused = rules.of(topic);
            return null;
        } catch (RuntimeException | LinkageError e) {
            return e;
        }
    }
}
