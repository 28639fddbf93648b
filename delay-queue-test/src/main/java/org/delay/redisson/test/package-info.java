/**
 * What proves a queue: the contract that every {@link org.delay.redisson.DelayQueueMessage} keeps, and a queue in memory
 * whose clock can be moved, for tests that should need neither servers nor patience.
 */
@NullMarked
package org.delay.redisson.test;

import org.jspecify.annotations.NullMarked;
