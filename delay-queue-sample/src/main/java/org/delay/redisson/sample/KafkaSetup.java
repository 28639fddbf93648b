package org.delay.redisson.sample;

import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin.NewTopics;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.converter.RecordMessageConverter;
import org.springframework.kafka.support.converter.StringJacksonJsonMessageConverter;
import org.springframework.util.backoff.FixedBackOff;
import tools.jackson.databind.json.JsonMapper;

/** What a Kafka application has anyway: its topics, and JSON as what a listener asks for. */
@Configuration(proxyBeanMethods = false)
@Profile("!plain")
class KafkaSetup {

    @Bean
    NewTopics topics() {
        return new NewTopics(
                topic(Topics.ORDER_TIMEOUT).build(),
                topic(Topics.PAYMENT_REMINDER).build(),
                topic(Topics.SHIPMENT).build());
    }

    /** Accounting's topic, of which others decide how long its records may be. */
    @Bean
    NewTopic invoiceTopic() {
        return topic(Topics.INVOICE)
                .config(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(Accounting.SHORT))
                .build();
    }

    @Bean
    RecordMessageConverter json(JsonMapper mapper) {
        return new StringJacksonJsonMessageConverter(mapper);
    }

    /** Without it a listener gives a record up after ten attempts in a row, while Redis is away for a moment perhaps. */
    @Bean
    CommonErrorHandler tryAgainUntilItWorks() {
        return new DefaultErrorHandler(new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS));
    }

    private static TopicBuilder topic(String name) {
        return TopicBuilder.name(name).partitions(1).replicas(1);
    }
}
