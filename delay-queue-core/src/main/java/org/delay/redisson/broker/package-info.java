/**
 * What all consumers that send to a broker need, whichever broker it is. Not for applications.
 */
@NullMarked
package org.delay.redisson.broker;

import org.jspecify.annotations.NullMarked;
