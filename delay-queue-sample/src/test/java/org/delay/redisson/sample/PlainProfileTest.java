package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;

/** Without a broker. */
class PlainProfileTest extends EndToEndContract {

    @Override
    protected List<String> arguments() {
        return List.of("--spring.profiles.active=plain");
    }

    @Test
    void noBrokerIsStartedOrLookedFor() {
        assertThat(application.getEnvironment().containsProperty("spring.kafka.bootstrap-servers"))
                .isFalse();
        assertThat(application.getBeanProvider(KafkaListenerEndpointRegistry.class))
                .isEmpty();
        assertThat(application.getBeanProvider(ProducerFactory.class)).isEmpty();
        assertThat(application.getBeanProvider(KafkaAdmin.class)).isEmpty();
        assertThat(application.getBeanProvider(ConnectionFactory.class)).isEmpty();
        assertThat(application.getBean(DelayQueueMessageConsumer.class)).isInstanceOf(DueMessages.class);
    }
}
