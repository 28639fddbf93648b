package org.delay.redisson.http;

/** What all receives share. */
record PollParts(Waiters waiters, Deliveries deliveries, ApiState state, ApiMeters meters) {}
