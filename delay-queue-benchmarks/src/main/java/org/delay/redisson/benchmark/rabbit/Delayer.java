package org.delay.redisson.benchmark.rabbit;

import org.delay.redisson.benchmark.contender.Parcel;

/** Lets messages arrive in a queue of RabbitMQ when they are due. For one thread. */
interface Delayer extends AutoCloseable {

    void send(Parcel parcel) throws Exception;

    /** Opens one on an empty queue. */
    interface Opening {

        Delayer open(RabbitLab lab, String queue) throws Exception;
    }
}
