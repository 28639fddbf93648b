package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;

/** Nothing of a broker is in the beans where its libraries are absent, whatever is asked for. */
class AbsentBrokersTest {

    @ParameterizedTest
    @CsvSource({
        "kafka, org.springframework.kafka, org.apache.kafka",
        "rabbit, org.springframework.amqp, com.rabbitmq",
    })
    void nothingOfItIsInTheBeans(String broker, String spring, String client) {
        Runners.plain()
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build())
                .withBean("mine", Collected.class)
                .withConfiguration(AutoConfigurations.of(
                        KafkaAutoConfiguration.class,
                        RabbitAutoConfiguration.class,
                        DelayQueueKafkaRetryAutoConfiguration.class,
                        DelayQueueKafkaTemplateAutoConfiguration.class,
                        DelayQueueRabbitTemplateAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.routes[*]=mine",
                        "delay.redisson.kafka.intercept=true",
                        "delay.redisson.kafka.retry.enabled=true",
                        "delay.redisson.rabbit.intercept=true",
                        "spring.rabbitmq.port=1",
                        "spring.kafka.bootstrap-servers=localhost:1")
                .withClassLoader(new FilteredClassLoader(spring, client))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanDefinitionNames())
                            .noneMatch(name -> name.toLowerCase(Locale.ROOT).contains(broker));
                });
    }
}
