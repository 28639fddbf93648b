/** Bean methods that receive delayed messages: their annotations, and the code that finds and calls the methods. */
@NullMarked
package org.delay.redisson.listener;

import org.jspecify.annotations.NullMarked;
