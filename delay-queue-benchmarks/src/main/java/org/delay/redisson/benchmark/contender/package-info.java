/** Who is measured, each behind the same few calls. */
@NullMarked
package org.delay.redisson.benchmark.contender;

import org.jspecify.annotations.NullMarked;
