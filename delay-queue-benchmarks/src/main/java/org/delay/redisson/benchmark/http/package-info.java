/** The server's HTTP API beside servers of other queues. */
@NullMarked
package org.delay.redisson.benchmark.http;

import org.jspecify.annotations.NullMarked;
