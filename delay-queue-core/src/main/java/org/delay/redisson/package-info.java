/**
 * What applications use: send, cancel and receive delayed messages, and the two interfaces behind which a queue stores
 * them. Knows neither Redis nor Kafka nor Spring.
 */
@NullMarked
package org.delay.redisson;

import org.jspecify.annotations.NullMarked;
