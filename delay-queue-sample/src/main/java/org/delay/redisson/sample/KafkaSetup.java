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

/** The usual parts of a Kafka application: its topics, and the conversion of JSON to a listener's parameter. */
@Configuration(proxyBeanMethods = false)
@Profile("!plain & !rabbit")
class KafkaSetup {

    @Bean
    NewTopics topics() {
        return new NewTopics(
                topic(Topics.ORDER_TIMEOUT).build(),
                topic(Topics.PAYMENT_REMINDER).build(),
                topic(Topics.SHIPMENT).build());
    }

    /** Accounting's topic. Its owner decides the maximum size of its records. */
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

    /** By default, a listener gives up a record after ten attempts in a row, although Redis may be down only briefly. */
    @Bean
    CommonErrorHandler tryAgainUntilItWorks() {
        return new DefaultErrorHandler(new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS));
    }

    private static TopicBuilder topic(String name) {
        return TopicBuilder.name(name).partitions(1).replicas(1);
    }
}
