package org.delay.redisson;

/**
 * The result of a call that changes many dead letters.
 *
 * @param changed how many dead letters were redriven or deleted
 * @param kept how many matched but were not redriven, because a live message has the same id
 * @param more whether the call reached its limit before it had checked all dead letters
 */
public record BulkResult(int changed, int kept, boolean more) {}
