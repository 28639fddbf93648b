/**
 * Measures a service with many instances: what they cost one Redis, idle and under load, and what happens to lateness when
 * many come, go or die at once. All of them run in this JVM.
 */
@NullMarked
package org.delay.redisson.benchmark.fleet;

import org.jspecify.annotations.NullMarked;
