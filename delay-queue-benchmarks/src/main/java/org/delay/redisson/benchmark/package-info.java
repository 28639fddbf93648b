/** The library beside what users would pick instead, measured in one run. */
@NullMarked
package org.delay.redisson.benchmark;

import org.jspecify.annotations.NullMarked;
