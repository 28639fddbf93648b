/** The workloads. */
@NullMarked
package org.delay.redisson.benchmark.workload;

import org.jspecify.annotations.NullMarked;
