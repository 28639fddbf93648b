package org.delay.redisson.sample;

/** Says that the time to pay is over. */
record OrderTimeout(String orderId) {}
