package org.delay.redisson.examples.plain;

import org.delay.redisson.examples.Orders;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application without Kafka. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
public class PlainExample {

    @Bean
    Orders orders() {
        return new Orders();
    }
}
