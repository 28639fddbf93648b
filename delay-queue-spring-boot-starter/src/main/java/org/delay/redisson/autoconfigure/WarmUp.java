package org.delay.redisson.autoconfigure;

/**
 * Makes the first message as fast as the others. Runs beside the start of the application, on a thread that may wait and
 * that is interrupted when dispatching stops.
 */
@FunctionalInterface
interface WarmUp {

    void run();
}
