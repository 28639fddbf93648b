package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.springframework.stereotype.Component;

/** Simulates the call to another company's system, which is busy at first. */
@Component
@RequiredArgsConstructor
class Carrier {

    private final SampleProperties properties;

    /** Requests the pick-up of an order's parcel. The order's id makes a repeated request harmless. */
    void fetch(Order order, int attempt) {
        if (attempt <= properties.busyCalls()) {
            throw new CarrierBusyException();
        }
    }
}
