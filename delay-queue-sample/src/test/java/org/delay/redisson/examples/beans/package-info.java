@NullMarked
package org.delay.redisson.examples.beans;

import org.jspecify.annotations.NullMarked;
