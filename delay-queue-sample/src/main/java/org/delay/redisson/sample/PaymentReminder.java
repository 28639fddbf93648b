package org.delay.redisson.sample;

/** A reminder of the payment, sent to the customer when it is due. */
record PaymentReminder(String orderId) {}
