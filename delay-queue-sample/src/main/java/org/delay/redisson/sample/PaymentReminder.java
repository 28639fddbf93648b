package org.delay.redisson.sample;

/** Says that it is time to remind the customer. */
record PaymentReminder(String orderId) {}
