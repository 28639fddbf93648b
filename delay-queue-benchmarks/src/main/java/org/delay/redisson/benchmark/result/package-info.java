/** The results, and their comparison with the targets. */
@NullMarked
package org.delay.redisson.benchmark.result;

import org.jspecify.annotations.NullMarked;
