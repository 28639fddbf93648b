/** The HTTP API: sends, cancels, reschedules, shows, receives and settles messages for applications in any language. */
@NullMarked
package org.delay.redisson.http;

import org.jspecify.annotations.NullMarked;
