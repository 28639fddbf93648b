/** The journaled queue: what is written in the database before the store, told to the store after, and put back if it is lost. */
@NullMarked
package org.delay.redisson.journal;

import org.jspecify.annotations.NullMarked;
