@NullMarked
package org.delay.redisson.examples.plain;

import org.jspecify.annotations.NullMarked;
