package org.delay.redisson.sample;

/** The carrier can't be reached now, and may be later. */
class CarrierBusyException extends RuntimeException {

    CarrierBusyException() {
        super("the carrier is busy");
    }
}
