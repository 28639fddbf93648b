/** The results as text and charts. */
@NullMarked
package org.delay.redisson.benchmark.report;

import org.jspecify.annotations.NullMarked;
