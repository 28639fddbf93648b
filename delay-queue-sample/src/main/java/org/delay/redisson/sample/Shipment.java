package org.delay.redisson.sample;

/**
 * A request to call the carrier.
 *
 * @param attempt 1 for the first call
 */
record Shipment(String orderId, int attempt) {

    private static final String SEPARATOR = "-";

    /** Another one for each attempt: the listener may send the next one before the delivery of its own is confirmed. */
    String messageId() {
        return attempt == 1 ? orderId : orderId + SEPARATOR + attempt;
    }

    /** The order that a message belongs to, whatever its topic: an order's id has no separator. */
    static String orderId(String messageId) {
        return messageId.split(SEPARATOR, 2)[0];
    }
}
