/** What tests of delayed messages need: real servers that a test starts, kills, pauses and restarts. */
@NullMarked
package org.delay.redisson.test;

import org.jspecify.annotations.NullMarked;
