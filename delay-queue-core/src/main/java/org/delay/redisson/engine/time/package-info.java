/** Time for the engine: a clock for durations, a signal that ends waits, and growing pauses. */
@NullMarked
package org.delay.redisson.engine.time;

import org.jspecify.annotations.NullMarked;
