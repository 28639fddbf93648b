package org.delay.redisson.sample;

import java.math.BigDecimal;

/**
 * Goes to accounting.
 *
 * @param text what the customer gets to read
 */
record Invoice(String orderId, BigDecimal amount, String text) {}
