package org.delay.redisson.sample;

import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.support.converter.RecordMessageConverter;
import org.springframework.kafka.support.converter.StringJacksonJsonMessageConverter;
import tools.jackson.databind.json.JsonMapper;

/** What a Kafka application has anyway: its topics, and JSON as what a listener asks for. */
@Configuration(proxyBeanMethods = false)
class KafkaSetup {

    @Bean
    NewTopic orderTimeout() {
        return new NewTopic("order-timeout", 1, (short) 1);
    }

    @Bean
    RecordMessageConverter json(JsonMapper mapper) {
        return new StringJacksonJsonMessageConverter(mapper);
    }
}
