/** The destination {@code webhook}: due messages are posted to URLs of the configuration. */
@NullMarked
package org.delay.redisson.http.webhook;

import org.jspecify.annotations.NullMarked;
