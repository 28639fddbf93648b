/**
 * What proves a queue, and what tests of delayed messages need: the contract that every
 * {@link org.delay.redisson.DelayQueueMessage} keeps, a queue in memory whose clock can be moved, and real servers that a
 * test starts, kills, pauses and restarts.
 */
@NullMarked
package org.delay.redisson.test;

import org.jspecify.annotations.NullMarked;
