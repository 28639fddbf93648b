/**
 * What proves a queue: {@link org.delay.redisson.tck.DelayQueueContract} has the tests that every
 * {@link org.delay.redisson.DelayQueueMessage} must pass.
 */
@NullMarked
package org.delay.redisson.tck;

import org.jspecify.annotations.NullMarked;
