package org.delay.redisson.benchmark.simulation;

import java.util.Map;

/**
 * What the parts of the fleet need, as measured.
 *
 * @param calls the time of Redis's thread, by call
 * @param awakening what a call takes longer if it finds Redis asleep
 * @param idleShare the share of its time that Redis's thread works without any call
 * @param waits how long a call takes without Redis's own time, and how much later than asked for a thread wakes up
 * @param handler how long a handler takes for a message, nanoseconds
 */
record Costs(Map<Call, CallCost> calls, Awakening awakening, double idleShare, Waits waits, long handler) {

    Costs {
        calls = Map.copyOf(calls);
    }

    CallCost of(Call call) {
        return calls.getOrDefault(call, CallCost.NONE);
    }

    /** On machines that do nothing else, where each round trip takes as long as the median here, with such a handler. */
    Costs undisturbed(long nanos) {
        return new Costs(calls, awakening, idleShare, waits.undisturbed(), nanos);
    }

    /** On a machine with other waits. */
    Costs with(Waits others) {
        return new Costs(calls, awakening, idleShare, others, handler);
    }
}
