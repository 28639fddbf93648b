package org.delay.redisson.sample;

import java.math.BigDecimal;

/**
 * An invoice for accounting.
 *
 * @param text the text that the customer reads
 */
record Invoice(String orderId, BigDecimal amount, String text) {}
