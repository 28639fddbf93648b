/** Fleets larger than this machine: the engine's own schedule, on a clock of its own, with costs as measured. */
@NullMarked
package org.delay.redisson.benchmark.simulation;

import org.jspecify.annotations.NullMarked;
