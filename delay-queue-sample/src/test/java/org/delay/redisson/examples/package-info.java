/** What the README shows, as code that is compiled and run. */
@NullMarked
package org.delay.redisson.examples;

import org.jspecify.annotations.NullMarked;
