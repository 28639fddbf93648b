/** Runs the sample without installed servers. An application does not need this package. */
@NullMarked
package org.delay.redisson.sample.servers;

import org.jspecify.annotations.NullMarked;
