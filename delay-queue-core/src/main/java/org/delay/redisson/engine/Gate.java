package org.delay.redisson.engine;

import java.time.Duration;
import org.delay.redisson.engine.Admission.Deferred;
import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.Admission.Permit;

/** One reason for which the messages of a topic may have to wait. Used by many threads. */
interface Gate {

    /** Lets everybody through, and has nothing to take back. */
    Granted OPEN = new Granted(false, Permit.NONE);

    /** Lets a worker through that is about to claim messages of the topic, or says for how long not. */
    Admission admit(Object worker, String topic);

    /** As {@link #admit(Object, String)}, for a gate that is not open or closed for all shards alike. */
    default Admission admit(Object worker, int shard, String topic) {
        return admit(worker, topic);
    }

    /**
     * A topic that this gate did not let through was put off in a shard. Whoever puts off tells it then and not before, so
     * that what opened meanwhile can bring it forward again.
     */
    default void putOff(int shard, String topic) {}

    /** How other instances get their turn unless there is more to say. */
    default Deferred defer(Duration time) {
        return new Deferred(this, time, HandoffOffers.STANDS);
    }
}
