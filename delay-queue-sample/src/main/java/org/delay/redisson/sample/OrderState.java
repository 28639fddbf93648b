package org.delay.redisson.sample;

/** The state of an order. */
enum OrderState {
    /** Waits for its payment. */
    OPEN,
    /** Waits for the carrier. */
    PAID,
    SHIPPED,
    /** Was not paid in time. */
    CANCELLED
}
