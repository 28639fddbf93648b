/** The server: the starter, the HTTP API, health and security, put together. */
@NullMarked
package org.delay.redisson.server;

import org.jspecify.annotations.NullMarked;
