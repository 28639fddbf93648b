/** What was found, and how it stands to what must be reached. */
@NullMarked
package org.delay.redisson.benchmark.result;

import org.jspecify.annotations.NullMarked;
