/**
 * The API: send, cancel and receive delayed messages, and the two interfaces that a queue implements. Independent of Redis, Kafka
 * and Spring.
 */
@NullMarked
package org.delay.redisson;

import org.jspecify.annotations.NullMarked;
