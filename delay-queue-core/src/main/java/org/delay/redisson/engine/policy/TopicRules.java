package org.delay.redisson.engine.policy;

import org.jspecify.annotations.Nullable;

/**
 * How topics differ. Asked for each claim and each failure, by several threads at once, so an answer must be quick. It may
 * change while the engine runs. If it is an exception, messages of the topic wait, a warning names the topic, and the rules are
 * asked again after 5 s. Messages that fail meanwhile are retried as the engine's settings say.
 */
@FunctionalInterface
public interface TopicRules {

    /** All topics are served, as the engine's settings say. */
    TopicRules NONE = topic -> TopicRule.PLAIN;

    /**
     * What holds for a topic, or null if this engine does not serve it. Its messages then wait, without using up attempts, for
     * another instance that does.
     */
    @Nullable
    TopicRule of(String topic);
}
