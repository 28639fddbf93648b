package org.delay.redisson.engine.admission;

import org.delay.redisson.engine.admission.Admission.Granted;

/** From which topic of a shard messages are claimed next. */
public sealed interface TopicChoice {

    /** From this topic; whoever claims must release what was granted. */
    record Chosen(String topic, Granted granted) implements TopicChoice {}

    /**
     * From none of those that were due.
     *
     * @param isAllOffered whether all of them stay due for other instances
     */
    record None(boolean isAllOffered) implements TopicChoice {}
}
