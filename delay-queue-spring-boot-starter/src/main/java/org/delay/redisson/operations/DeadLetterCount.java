package org.delay.redisson.operations;

/**
 * How many dead letters match a filter.
 *
 * @param number how many were found
 * @param more whether the search ended at its limit, so that there may be more
 */
public record DeadLetterCount(long number, boolean more) {}
