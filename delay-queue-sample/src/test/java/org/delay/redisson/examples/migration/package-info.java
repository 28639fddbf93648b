@NullMarked
package org.delay.redisson.examples.migration;

import org.jspecify.annotations.NullMarked;
