/**
 * Delivery to RabbitMQ: due messages are published, and acked when the broker has confirmed and routed them.
 *
 * <p>A {@code PublisherChannel} publishes one {@code Publication} at a time and hears the broker's answers. {@code
 * PublisherConnection} opens channels. {@code BatchPublisher} publishes again what a neighbour's refusal left without an answer, and
 * {@code RefusedKeys} keeps refused addresses from closing one channel after the other. {@code AmqpFailures} holds what is specific
 * to the protocol: which of its replies blame a message, and which of them leave its outcome uncertain.
 *
 * <p>{@code DelayingRabbitTemplate} and {@code DelayingMessageRecoverer} store messages of RabbitMQ as {@code RabbitEnvelope}s, which a
 * {@code RabbitEnvelopeConsumer} publishes when they are due.
 */
@NullMarked
package org.delay.redisson.rabbit;

import org.jspecify.annotations.NullMarked;
