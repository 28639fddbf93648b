/** An application that uses the starter as the README describes. */
@NullMarked
package org.delay.redisson.sample;

import org.jspecify.annotations.NullMarked;
