/** Sends, cancels and reschedules that wait for the commit of a Spring transaction. */
@NullMarked
package org.delay.redisson.transaction;

import org.jspecify.annotations.NullMarked;
