/**
 * Pages for operators, inside the application and its security: what waits, what is late, what died, and what can be done about it.
 * Shows and does only what {@code org.delay.redisson.operations} offers.
 */
@NullMarked
package org.delay.redisson.dashboard;

import org.jspecify.annotations.NullMarked;
