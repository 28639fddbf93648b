/** The journal beside libraries that keep jobs in a database. */
@NullMarked
package org.delay.redisson.benchmark.journal;

import org.jspecify.annotations.NullMarked;
