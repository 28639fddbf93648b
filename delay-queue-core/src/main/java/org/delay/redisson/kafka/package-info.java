/**
 * Delivery to Kafka: due messages become records, and are acked when the broker has confirmed them.
 *
 * <p>{@code KafkaErrors} and {@code ExceptionTranslator} hold what is specific to Kafka: its exceptions, and which of them leave the
 * outcome of a message uncertain.
 */
@NullMarked
package org.delay.redisson.kafka;

import org.jspecify.annotations.NullMarked;
