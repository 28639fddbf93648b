package org.delay.redisson.examples.kafka;

import org.delay.redisson.examples.Orders;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.support.converter.RecordMessageConverter;
import org.springframework.kafka.support.converter.StringJacksonJsonMessageConverter;
import tools.jackson.databind.json.JsonMapper;

/** An application with Kafka. */
@SpringBootApplication
public class KafkaExample {

    @Bean
    Orders orders() {
        return new Orders();
    }

    // tag::json[]
    @Bean
    RecordMessageConverter json(JsonMapper mapper) {
        return new StringJacksonJsonMessageConverter(mapper);
    }
    // end::json[]
}
