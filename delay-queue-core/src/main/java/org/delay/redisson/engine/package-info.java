/**
 * The dispatch engine: workers poll a service's shards when messages are due, claim the messages, hand them to a consumer, and
 * settle them by the outcome. It knows the API only, neither Redis nor Kafka nor Spring.
 */
@NullMarked
package org.delay.redisson.engine;

import org.jspecify.annotations.NullMarked;
