/**
 * For tests of applications with delayed messages: a queue in memory, a clock that the test moves, and assertions about
 * what is scheduled. Tests need neither Redis nor Kafka.
 */
@NullMarked
package org.delay.redisson.test;

import org.jspecify.annotations.NullMarked;
