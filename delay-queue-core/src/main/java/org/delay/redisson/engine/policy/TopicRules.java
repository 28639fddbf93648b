package org.delay.redisson.engine.policy;

import org.jspecify.annotations.Nullable;

/**
 * How topics differ. Asked for each claim and each failure, by several threads at once, so an answer must be quick and no
 * exception; it may change while the engine runs.
 */
@FunctionalInterface
public interface TopicRules {

    /** All topics are served, as the engine's settings say. */
    TopicRules NONE = topic -> TopicRule.PLAIN;

    /**
     * What holds for a topic, or null if this engine does not serve it. Its messages then stay where they are, with
     * nothing counted, for another instance that does; instances that don't, leave it to others first.
     */
    @Nullable
    TopicRule of(String topic);
}
