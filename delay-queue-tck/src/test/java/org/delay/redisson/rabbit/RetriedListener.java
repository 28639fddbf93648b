package org.delay.redisson.rabbit;

import java.util.function.Consumer;
import org.delay.redisson.DelayQueueMessage;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.util.backoff.FixedBackOff;

/** A listener of RabbitMQ with delayed retries, an hour apart. It fails on each message that does not come back. */
final class RetriedListener implements AutoCloseable {

    static final String QUEUE = "payment";
    static final String DELAY_TOPIC = DelayingMessageRecoverer.delayTopic(QUEUE);

    private static final long HOUR = 3_600_000;

    private final CachingConnectionFactory connections;
    private final SimpleMessageListenerContainer container;

    /**
     * Starts it.
     *
     * @param heard gets each message first
     * @param stored runs when a failed message was stored, and RabbitMQ has no ack for it
     */
    RetriedListener(int port, DelayQueueMessage queue, Consumer<Message> heard, Runnable stored) {
        this.connections = new CachingConnectionFactory("127.0.0.1", port);
        DelayingMessageRecoverer recoverer = new DelayingMessageRecoverer(
                new RabbitTemplate(connections), "", "failed", new FixedBackOff(HOUR, 3), () -> queue);
        this.container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(QUEUE);
        container.setAdviceChain(RetryInterceptorBuilder.stateless()
                .maxRetries(0)
                .recoverer((message, cause) -> {
                    recoverer.recover(message, cause);
                    stored.run();
                })
                .build());
        container.setMessageListener(message -> {
            heard.accept(message);
            if (!message.getMessageProperties().getHeaders().containsKey(DelayingMessageRecoverer.FAILURES)) {
                throw new IllegalStateException("The bank does not answer");
            }
        });
        container.start();
    }

    @Override
    public void close() {
        container.stop();
        connections.destroy();
    }
}
