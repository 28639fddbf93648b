package org.delay.redisson.engine.admission;

import java.time.Duration;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.jspecify.annotations.Nullable;

/**
 * One reason why messages of a topic may not be claimed. What has been claimed is delivered also if the gate closes. Used by many
 * threads. {@link AdmissionsBuilder} lists all gates.
 */
interface Gate extends Admission.Stop {

    /** Whether a worker may claim messages of a topic from a shard: {@link Admission.Granted} or {@link Deferred}. */
    Admission admit(Object worker, int shard, String topic);

    /**
     * How long other instances are offered a topic that this gate stops, before it is deferred for all of them. Zero defers it
     * at once. A topic that is offered is in no line yet: if the gate opens meanwhile, nothing recalls the topic, and this
     * instance claims from it when the offer ends.
     */
    default Duration offer() {
        return ShardOwnership.untilOthersLook();
    }

    /**
     * A topic that this gate stopped was deferred in a shard. A gate hears that afterwards, so that it can recall the topic if
     * it has opened meanwhile.
     */
    default void deferred(int shard, String topic) {}

    /**
     * The topic of the shard that has waited for what this topic would get, and is to be asked first. Each is named once.
     * Null if it is this topic's turn, or if it would get nothing.
     */
    default @Nullable String turnBefore(Object worker, int shard, String topic) {
        return null;
    }

    /** Time has passed: recalls topics that may come by now. Called before each claim, so it must be quick. */
    default void recallNext() {}

    /** The answer of a gate that stops a topic. */
    default Deferred defer(Duration time) {
        return new Deferred(this, time, Duration.ZERO);
    }
}
