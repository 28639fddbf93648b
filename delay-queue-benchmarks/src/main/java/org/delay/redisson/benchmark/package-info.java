/** Measures the library and its alternatives in one run. */
@NullMarked
package org.delay.redisson.benchmark;

import org.jspecify.annotations.NullMarked;
