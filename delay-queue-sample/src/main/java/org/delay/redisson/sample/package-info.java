/** An application that uses the starter the way that the README tells. */
@NullMarked
package org.delay.redisson.sample;

import org.jspecify.annotations.NullMarked;
