package org.delay.redisson.sample;

/** The message that the time to pay is over. */
record OrderTimeout(String orderId) {}
