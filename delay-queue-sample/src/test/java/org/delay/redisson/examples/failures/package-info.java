@NullMarked
package org.delay.redisson.examples.failures;

import org.jspecify.annotations.NullMarked;
