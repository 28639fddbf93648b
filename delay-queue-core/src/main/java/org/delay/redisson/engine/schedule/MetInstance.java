package org.delay.redisson.engine.schedule;

import java.time.Duration;
import org.delay.redisson.InstanceOperations.Instance;

/**
 * An instance as an answer described it.
 *
 * @param nanos when that was, by the ticker
 */
record MetInstance(Instance instance, long nanos) {

    /** The instance as it is at a later time, if nothing was heard of it since. */
    Instance at(long now) {
        Duration since = Duration.ofNanos(now - nanos);
        Duration left = instance.left().minus(since);
        return new Instance(
                instance.id(),
                instance.application(),
                instance.format(),
                instance.age().plus(since),
                left.isNegative() ? Duration.ZERO : left);
    }
}
