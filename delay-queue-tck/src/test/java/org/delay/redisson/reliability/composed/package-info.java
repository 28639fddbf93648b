/** Draws applications, loads and faults from seeds, runs them on real servers, and holds what happened against a model. */
@NullMarked
package org.delay.redisson.reliability.composed;

import org.jspecify.annotations.NullMarked;
