/** Lets the sample run without anything installed; no part of what an application needs. */
@NullMarked
package org.delay.redisson.sample.servers;

import org.jspecify.annotations.NullMarked;
