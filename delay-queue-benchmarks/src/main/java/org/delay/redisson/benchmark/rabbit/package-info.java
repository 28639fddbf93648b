/** Delivery to RabbitMQ beside RabbitMQ's own means. */
@NullMarked
package org.delay.redisson.benchmark.rabbit;

import org.jspecify.annotations.NullMarked;
