package org.delay.redisson.sample;

/** The carrier can't be reached now. A later call may succeed. */
class CarrierBusyException extends RuntimeException {

    CarrierBusyException() {
        super("the carrier is busy");
    }
}
