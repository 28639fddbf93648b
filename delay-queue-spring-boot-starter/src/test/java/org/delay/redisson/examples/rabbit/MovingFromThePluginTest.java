package org.delay.redisson.examples.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.autoconfigure.DelayQueueRabbitTemplateAutoConfiguration;
import org.delay.redisson.examples.Order;
import org.delay.redisson.startup.CannotStartException;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The steps of the guide, with a direct exchange in the place of the plugin's. */
class MovingFromThePluginTest {

    private static final Order ORDER = new Order("4711", BigDecimal.TEN);

    private static RedisServer redis;
    private static RabbitBroker broker;

    @BeforeAll
    static void start() {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        redis = RedisServer.start();
        broker = RabbitBroker.start();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
            redis.close();
        }
    }

    private static ApplicationContextRunner application(Class<?> exchanges, Duration timeout) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class,
                        DelayQueueRabbitTemplateAutoConfiguration.class,
                        RabbitAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.enable=true",
                        "delay.redisson.register-service=orders",
                        "delay.redisson.rabbit.intercept=true",
                        "spring.data.redis.port=" + redis.port(),
                        "spring.rabbitmq.port=" + broker.port(),
                        "order.timeout=" + timeout.toMillis())
                .withUserConfiguration(exchanges, Application.class);
    }

    @Test
    void theStepsOfTheGuide() {
        application(Exchanges.OfThePlugin.class, Duration.ofHours(1))
                .run(context -> assertThat(context).getFailure().isInstanceOf(CannotStartException.class));

        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        RabbitAdmin admin = new RabbitAdmin(connections);
        admin.declareExchange(new DirectExchange("orders"));
        assertDelivers(Exchanges.NotDeclared.class);

        admin.deleteExchange("orders");
        connections.destroy();
        assertDelivers(Exchanges.Direct.class);
    }

    private static void assertDelivers(Class<?> exchanges) {
        application(exchanges, Duration.ofMillis(500)).run(context -> {
            Instant before = Instant.now();

            context.getBean(DelayedOrders.class).timeOutLater(ORDER);

            assertThat(context.getBean(Application.class).received.poll(60, TimeUnit.SECONDS))
                    .isEqualTo(ORDER);
            assertThat(Instant.now()).isAfterOrEqualTo(before.plusMillis(490));
        });
    }

    @Test
    void anOrderThatIsPaidDoesNotTimeOut() {
        application(Exchanges.Direct.class, Duration.ofHours(1)).run(context -> {
            DelayedOrders orders = context.getBean(DelayedOrders.class);
            orders.timeOutLater(ORDER);

            assertThat(orders.paid(ORDER)).isEqualTo(CancelResult.CANCELLED);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        private final BlockingQueue<Order> received = new LinkedBlockingQueue<>();

        @Bean
        static Queue orderTimeout() {
            return new Queue("order-timeout");
        }

        @Bean
        static Binding timeouts(Queue orderTimeout, Exchange orders) {
            return BindingBuilder.bind(orderTimeout).to(orders).with("timeout").noargs();
        }

        @Bean
        static JacksonJsonMessageConverter json() {
            return new JacksonJsonMessageConverter();
        }

        @Bean
        static DelayedOrders delayedOrders(
                RabbitTemplate rabbit, DelayQueueMessageProducer producer, @Value("${order.timeout}") long timeout) {
            return new DelayedOrders(rabbit, producer, Duration.ofMillis(timeout));
        }

        @RabbitListener(queues = "order-timeout")
        void onTimeout(Order order) {
            received.add(order);
        }
    }
}
