/** Real servers for tests: a test starts, kills, pauses and restarts them on free ports. */
@NullMarked
package org.delay.redisson.tck.server;

import org.jspecify.annotations.NullMarked;
