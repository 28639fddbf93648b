package org.delay.redisson.sample;

import java.time.Duration;

/** An order was not paid in time. */
record OrderGivenUp(Order order, Duration lateness) {}
