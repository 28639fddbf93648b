package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.rabbit.RabbitDelayQueueMessageConsumer;
import org.delay.redisson.rabbit.RabbitRoute;
import org.delay.redisson.rabbit.RabbitSimpleMessageProducer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Where messages go in an application that has RabbitMQ. No broker is needed for that. */
class RabbitChoiceTest {

    private static final ApplicationContextRunner WITHOUT_BROKERS = Runners.plain()
            .withBean(
                    DelayQueueMessage.class, () -> InMemoryDelayQueue.builder().build());

    private static final ApplicationContextRunner RABBIT = WITHOUT_BROKERS
            .withConfiguration(AutoConfigurations.of(RabbitAutoConfiguration.class))
            .withPropertyValues("spring.rabbitmq.port=1");

    private static final ApplicationContextRunner BOTH = RABBIT.withConfiguration(
                    AutoConfigurations.of(KafkaAutoConfiguration.class))
            .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1");

    @Test
    void anApplicationWithRabbitOnlyPublishesThere() {
        RABBIT.run(context -> assertThat(context.getBean(DelayQueueMessageConsumer.class))
                .isInstanceOf(RabbitDelayQueueMessageConsumer.class));
    }

    @Test
    void anOwnConsumerTakesRabbitsPlace() {
        RABBIT.withBean("mine", Collected.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(DelayQueueMessageConsumer.class)
                        .hasBean("mine"));
    }

    @Test
    void withoutKafkaRabbitIsEnough() {
        RABBIT.withClassLoader(new FilteredClassLoader("org.springframework.kafka", "org.apache.kafka"))
                .run(context -> assertThat(context.getBean(DelayQueueMessageConsumer.class))
                        .isInstanceOf(RabbitDelayQueueMessageConsumer.class));
    }

    @Test
    void twoBrokersAndNoRouteAreToldOf() {
        BOTH.run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription()).contains("topics without a route", "kafka", "rabbit");
            assertThat(analysis.getAction()).contains("'delay.redisson.routes[*]'");
        });
    }

    @Test
    void aRouteChoosesOneOfTwoBrokers() {
        BOTH.withPropertyValues("delay.redisson.routes[*]=kafka", "delay.redisson.routes[mail-*]=rabbit")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(consumer(context, "mail-1")).isInstanceOf(RabbitDelayQueueMessageConsumer.class);
                    assertThat(consumer(context, "order")).isInstanceOf(KafkaDelayQueueMessageConsumer.class);
                });
    }

    @Test
    void aRouteToRabbitWithoutRabbitIsToldOf() {
        WITHOUT_BROKERS
                .withBean("mine", Collected.class)
                .withPropertyValues("delay.redisson.routes[*]=rabbit")
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("spring-boot-starter-amqp"));
    }

    @Test
    void severalConnectionFactoriesNeedAMark() {
        WITHOUT_BROKERS
                .withBean("one", CachingConnectionFactory.class, () -> new CachingConnectionFactory("127.0.0.1", 1))
                .withBean("two", CachingConnectionFactory.class, () -> new CachingConnectionFactory("127.0.0.1", 2))
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("@ForDelayQueue"));
    }

    @Test
    void propertiesSayExchangeAndRoutingKeyOfATopic() {
        RABBIT.withPropertyValues(
                        "delay.redisson.rabbit.routes.order.exchange=orders",
                        "delay.redisson.rabbit.routes.order.routing-key=eu",
                        "delay.redisson.rabbit.routes[mail.daily].exchange=mails")
                .run(context -> {
                    RabbitRoute route = context.getBean(RabbitRoute.class);
                    assertThat(route.addressOf(message("order"))).isEqualTo(new Address("orders", "eu"));
                    assertThat(route.addressOf(message("mail.daily"))).isEqualTo(new Address("mails", "mail.daily"));
                    assertThat(route.addressOf(message("other"))).isEqualTo(new Address("", "other"));
                });
    }

    @Test
    void anOwnRouteTakesThePropertiesPlace() {
        RABBIT.withBean(RabbitRoute.class, () -> message -> new Address("mine", "key"))
                .run(context -> assertThat(context.getBean(RabbitRoute.class).addressOf(message("order")))
                        .isEqualTo(new Address("mine", "key")));
    }

    @Test
    void deliveriesMayTakeALease() {
        RABBIT.withPropertyValues("delay.redisson.max-processing-time=3s")
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("Deliveries to RabbitMQ"));
    }

    @Test
    void anApplicationThatOnlySendsNeedsNoChoice() {
        BOTH.withPropertyValues("delay.redisson.auto-startup=false").run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(ConnectionFactory.class);
            assertThat(context.getBeanNamesForType(RabbitSimpleMessageProducer.class))
                    .hasSize(1);
        });
    }

    private static DelayQueueMessageConsumer consumer(ApplicationContext context, String topic) {
        return context.getBean(ConsumerSource.class).consumerOf(topic);
    }

    private static DelayedMessage message(String topic) {
        return new DelayedMessage(topic, "id", "body", null, Map.of(), Instant.now(), 4, 1);
    }
}
