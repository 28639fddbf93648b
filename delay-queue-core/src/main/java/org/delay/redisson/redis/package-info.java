/** The queue on Redis: Lua scripts, each of them atomic, run through a Redisson client. */
@NullMarked
package org.delay.redisson.redis;

import org.jspecify.annotations.NullMarked;
