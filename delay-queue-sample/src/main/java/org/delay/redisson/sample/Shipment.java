package org.delay.redisson.sample;

/**
 * A request to call the carrier.
 *
 * @param attempt 1 for the first call
 */
record Shipment(String orderId, int attempt) {}
