package org.delay.redisson.sample;

/**
 * A request to call the carrier.
 *
 * @param attempt 1 for the first call
 */
record Shipment(String orderId, int attempt) {

    /** Another one for each attempt: the listener may send the next one before the delivery of its own is confirmed. */
    String messageId() {
        return attempt == 1 ? orderId : orderId + "-" + attempt;
    }
}
