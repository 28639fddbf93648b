/** Time for the engine: a clock for durations, a signal that ends threads, and back-off. */
@NullMarked
package org.delay.redisson.engine.time;

import org.jspecify.annotations.NullMarked;
