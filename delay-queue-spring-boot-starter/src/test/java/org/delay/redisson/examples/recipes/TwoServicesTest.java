package org.delay.redisson.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TwoServicesTest {

    @Test
    void eachMessageGoesToItsServiceInItsRedis() {
        try (RedisServer orders = RedisServer.start();
                RedisServer billing = RedisServer.start()) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                    .withPropertyValues(
                            "delay.redisson.enable=true",
                            "delay.redisson.register-service=orders",
                            "delay.redisson.auto-startup=false",
                            "orders.redis=" + orders.uri(),
                            "billing.redis=" + billing.uri())
                    .withUserConfiguration(TwoServices.class)
                    .run(context -> {
                        Receipt order = context.getBean(DelayQueueMessageProducer.class)
                                .sendMessage("order-timeout", "4711", Duration.ofMinutes(30));
                        Receipt invoice = context.getBean(BillingDelays.class).remind("0815");

                        DelayQueueMessage ordersQueue = context.getBean(DelayQueueMessage.class);
                        DelayQueueMessage billingQueue = RedissonDelayQueue.on(
                                        context.getBean("billingRedis", RedissonClient.class))
                                .service("billing")
                                .bodyConverter(context.getBean(BodyConverter.class))
                                .build();
                        assertThat(ordersQueue.find("order-timeout", order.id()))
                                .isPresent();
                        assertThat(ordersQueue.find("invoice-reminder", invoice.id()))
                                .isEmpty();
                        assertThat(billingQueue.find("invoice-reminder", invoice.id()))
                                .isPresent();
                        assertThat(billingQueue.find("order-timeout", order.id()))
                                .isEmpty();
                    });
        }
    }
}
