/** Delivery to Kafka: due messages become records, and are done when the broker has confirmed them. */
@NullMarked
package org.delay.redisson.kafka;

import org.jspecify.annotations.NullMarked;
