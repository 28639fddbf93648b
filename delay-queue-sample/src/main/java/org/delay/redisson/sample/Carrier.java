package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.springframework.stereotype.Component;

/** Stands for a call of another company's system, which is busy at first. */
@Component
@RequiredArgsConstructor
class Carrier {

    private final SampleProperties properties;

    /** Asks to have an order's parcel fetched. The order's id makes it harmless to ask twice. */
    void fetch(Order order, int attempt) {
        if (attempt <= properties.busyCalls()) {
            throw new CarrierBusyException();
        }
    }
}
