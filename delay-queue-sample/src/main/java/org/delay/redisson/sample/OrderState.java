package org.delay.redisson.sample;

/** Where an order is on its way. */
enum OrderState {
    /** Waits for its payment. */
    OPEN,
    /** Waits for the carrier. */
    PAID,
    SHIPPED,
    /** Was not paid in time. */
    CANCELLED
}
