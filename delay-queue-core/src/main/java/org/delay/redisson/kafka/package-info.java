/**
 * Delivery to Kafka: due messages become records, and are done when the broker has confirmed them.
 *
 * <p>Not every part depends on Kafka. A consumer for another broker needs {@code BatchOutcome} (which messages of a batch
 * failed, and the exception that reports it), {@code TopicErrorCache} (one try per pause for a rejected topic), and a
 * producer that is replaced when it breaks. {@code KafkaErrors} and {@code ExceptionTranslator} hold what is specific to Kafka:
 * its exceptions, and which of them leave the outcome of a message uncertain.
 */
@NullMarked
package org.delay.redisson.kafka;

import org.jspecify.annotations.NullMarked;
