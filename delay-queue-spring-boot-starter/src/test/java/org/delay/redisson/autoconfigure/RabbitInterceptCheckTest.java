package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Supplier;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.rabbit.DelayingRabbitTemplate;
import org.delay.redisson.startup.CannotStartException;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.CustomExchange;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.ExchangeBuilder;
import org.springframework.amqp.rabbit.annotation.Argument;
import org.springframework.amqp.rabbit.annotation.QueueBinding;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.batch.SimpleBatchingStrategy;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.BatchingRabbitTemplate;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

/** Which applications do not start with delayed sends to RabbitMQ. No broker is needed for that. */
class RabbitInterceptCheckTest {

    private static final ApplicationContextRunner RABBIT = Runners.plain()
            .withBean(
                    DelayQueueMessage.class, () -> InMemoryDelayQueue.builder().build())
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueRabbitTemplateAutoConfiguration.class, RabbitAutoConfiguration.class))
            .withPropertyValues(
                    "spring.rabbitmq.port=1",
                    "spring.rabbitmq.listener.simple.auto-startup=false",
                    "delay.redisson.rabbit.intercept=true");

    private static void assertRefused(ApplicationContextRunner application, String type) {
        application.run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("declares exchange 'orders' with type 'x-delayed-message'")
                .hasMessageContaining("Declare exchange 'orders' with type '" + type + "' instead"));
        application
                .withPropertyValues("delay.redisson.rabbit.intercept=false")
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static ApplicationContextRunner declaring(Supplier<Exchange> exchange) {
        return RABBIT.withBean(Exchange.class, exchange);
    }

    @Test
    void anExchangeOfThePluginsTypeIsRefused() {
        assertRefused(
                declaring(() -> new CustomExchange(
                        "orders", "x-delayed-message", true, false, Map.of("x-delayed-type", "topic"))),
                "topic");
    }

    @Test
    void anExchangeThatIsMarkedAsDelayedIsRefused() {
        assertRefused(
                declaring(
                        () -> ExchangeBuilder.fanoutExchange("orders").delayed().build()),
                "fanout");
    }

    @Test
    void anExchangeAmongDeclarablesIsRefused() {
        assertRefused(
                RABBIT.withBean(
                        Declarables.class,
                        () -> new Declarables(ExchangeBuilder.directExchange("orders")
                                .delayed()
                                .<DirectExchange>build())),
                "direct");
    }

    @Test
    void theExchangeOfAListenerIsRefused() {
        assertRefused(RABBIT.withBean(ListensToThePlugin.class), "direct");
    }

    /** While the broker has the plugin's exchange, another type under its name could not be declared. */
    @Test
    void anExchangeThatIsNotDeclaredMayStay() {
        declaring(() -> ExchangeBuilder.directExchange("orders")
                        .delayed()
                        .suppressDeclaration()
                        .build())
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aTemplateOfTheApplicationsOwnIsRefused() {
        RABBIT.withBean(RabbitTemplate.class, () -> new RabbitTemplate(new CachingConnectionFactory("localhost", 1)))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(CannotStartException.class)
                        .hasMessageContaining("Declare it as a DelayingRabbitTemplate"));
    }

    @Test
    void aTemplateOfAnotherTypeMayBeBesideOneThatDelays() {
        CachingConnectionFactory connections = new CachingConnectionFactory("localhost", 1);
        RABBIT.withBean(
                        BatchingRabbitTemplate.class,
                        () -> new BatchingRabbitTemplate(
                                connections,
                                new SimpleBatchingStrategy(10, 10_000, 100),
                                new SimpleAsyncTaskScheduler()))
                .withBean(
                        "delaying",
                        DelayingRabbitTemplate.class,
                        () -> new DelayingRabbitTemplate(
                                connections, () -> InMemoryDelayQueue.builder().build()),
                        definition -> definition.setPrimary(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class ListensToThePlugin {

        @RabbitListener(
                bindings =
                        @QueueBinding(
                                value = @org.springframework.amqp.rabbit.annotation.Queue("orders"),
                                exchange =
                                        @org.springframework.amqp.rabbit.annotation.Exchange(
                                                name = "orders",
                                                type = "x-delayed-message",
                                                arguments = @Argument(name = "x-delayed-type", value = "direct"))))
        void on(String body) {}
    }
}
