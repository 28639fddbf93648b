package org.delay.redisson.kafka;

import org.apache.kafka.common.errors.InterruptException;

/** Kafka's interruption as Java's. */
final class Interruption {

    private Interruption() {}

    /** The exception to throw; clears the interrupted status, which Kafka's exception sets and this one stands for. */
    static InterruptedException of(InterruptException e) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("Interrupted while sending to Kafka");
        interrupted.initCause(e);
        return interrupted;
    }
}
