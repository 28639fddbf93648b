package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.rabbit.DelayingMessageRecoverer;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecoverer;
import org.springframework.util.backoff.FixedBackOff;

/** What happens to a message that can't be stored. */
class DelayingMessageRecovererTest {

    private final List<String> republished = new ArrayList<>();

    private RepublishMessageRecoverer recoverer(RuntimeException failure) {
        RabbitTemplate template = new RabbitTemplate(new CachingConnectionFactory("localhost", 1)) {
            @Override
            public void send(String exchange, String routingKey, Message message, CorrelationData correlationData) {
                republished.add(exchange + "/" + routingKey);
            }
        };
        return new DelayingMessageRecoverer(template, "dlx", "dead", new FixedBackOff(1000, 3), () -> fail(failure))
                .includeStackTrace(false); // It would ask RabbitMQ how long a frame may be.
    }

    private static DelayQueueMessage fail(RuntimeException failure) {
        throw failure;
    }

    private static Message message() {
        MessageProperties properties = new MessageProperties();
        properties.setConsumerQueue("orders");
        return new Message(new byte[0], properties);
    }

    @Test
    void itGoesBackWhereRedisDoesNotAnswer() {
        RepublishMessageRecoverer recoverer =
                recoverer(new DelayQueueException.Refused("t", Set.of("id"), new IllegalStateException("down")));

        assertThatThrownBy(() -> recoverer.recover(message(), new IllegalStateException("listener")))
                .isInstanceOf(ImmediateRequeueAmqpException.class)
                .hasMessageContaining("queue 'orders'");
        assertThat(republished).isEmpty();
    }

    @Test
    void whatTheQueueWillNeverTakeIsTreatedAsAfterTheLastAttempt() {
        recoverer(new IllegalArgumentException("body must be smaller"))
                .recover(message(), new IllegalStateException("listener"));

        assertThat(republished).containsExactly("dlx/dead");
    }
}
