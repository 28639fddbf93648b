package org.delay.redisson.benchmark.simulation;

import org.delay.redisson.benchmark.simulation.SimulatedRedis.Request;

/** A worker's thread, as its turn uses it. After the death of its instance nothing is called back. */
interface SimulatedWorker {

    /** Waits for an answer, or for the time after which the client gives up. */
    void ask(Request request, Runnable answered, Runnable failed);

    /** Works until a time. */
    void later(long nanos, Runnable then);

    /** Something in the schedule may be due for another worker. */
    void changed();

    /** Its turn is over. */
    void done();
}
