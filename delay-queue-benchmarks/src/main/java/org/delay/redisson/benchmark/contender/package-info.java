/** The measured contenders, behind one interface. */
@NullMarked
package org.delay.redisson.benchmark.contender;

import org.jspecify.annotations.NullMarked;
