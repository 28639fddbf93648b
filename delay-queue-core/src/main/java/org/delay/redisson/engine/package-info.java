/**
 * The dispatch engine: looks at a service's shards when messages are due, claims them, hands them to a consumer, and
 * settles them by what becomes of that. Knows the API only, neither Redis nor Kafka nor Spring.
 */
@NullMarked
package org.delay.redisson.engine;

import org.jspecify.annotations.NullMarked;
