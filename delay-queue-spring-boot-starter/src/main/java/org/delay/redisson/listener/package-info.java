/** Bean methods that receive delayed messages: the annotations, and what finds the methods and calls them. */
@NullMarked
package org.delay.redisson.listener;

import org.jspecify.annotations.NullMarked;
