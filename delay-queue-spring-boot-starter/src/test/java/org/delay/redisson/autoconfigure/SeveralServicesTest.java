package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.TimeUnit;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.examples.services.Billing;
import org.delay.redisson.examples.services.InvoiceConsumer;
import org.delay.redisson.examples.services.Invoices;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** An application that sends to a second service: nothing goes to the wrong one without being asked to. */
class SeveralServicesTest {

    private static RedisServer redis;
    private static RedissonClient client;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        Config config = new Config();
        config.useSingleServer().setAddress("redis://localhost:" + redis.port());
        client = Redisson.create(config);
    }

    @AfterAll
    static void stopRedis() {
        client.shutdown();
        redis.close();
    }

    private static ApplicationContextRunner runner() {
        return Runners.sendOnly(redis).withPropertyValues("delay.redisson.register-service=orders");
    }

    @Test
    void aProducerThatWouldTakeThePlaceOfTheOwnIsRefused() {
        runner().withUserConfiguration(PlainProducer.class).run(context -> {
            assertThat(Analyses.of(context).getDescription())
                    .isEqualTo("Bean 'billingProducer' is for service 'billing', but it would be used as the"
                            + " DelayQueueMessageProducer of service 'orders'.");
            assertThat(Analyses.of(context).getAction())
                    .contains("@Bean(defaultCandidate = false)", "@Qualifier(\"billingProducer\")");
        });
    }

    @Test
    void aQueueThatWouldTakeThePlaceOfTheOwnIsRefused() {
        runner().withUserConfiguration(PlainQueue.class)
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .isEqualTo("Bean 'billingQueue' is for service 'billing', but it would be used as the"
                                + " DelayQueueMessage of service 'orders'."));
    }

    @Test
    void aQueueOfTheOwnServiceMayTakeThePlace() {
        Runners.sendOnly(redis)
                .withPropertyValues("delay.redisson.register-service=billing")
                .withUserConfiguration(PlainQueue.class)
                .run(context -> assertThat(
                                context.getBean(DelayQueueMessageProducer.class).service())
                        .isEqualTo("billing"));
    }

    @Test
    void aPrimaryProducerOfTheOwnServiceIsUsed() {
        runner().withUserConfiguration(Primaries.class)
                .run(context -> assertThat(
                                context.getBean(DelayQueueMessageProducer.class).service())
                        .isEqualTo("orders"));
    }

    @Test
    void twoServicesKeepTheirMessagesApart() {
        runner().withBean(RedissonClient.class, () -> client, definition -> definition.setDestroyMethodName(null))
                .withUserConfiguration(Billing.class, Invoices.class)
                .run(context -> {
                    context.getBean(Invoices.class).remindAndBill("4711");

                    DelayQueueMessage own = context.getBean(DelayQueueMessage.class);
                    DelayQueueMessage billing = context.getBean("billingQueue", DelayQueueMessage.class);
                    assertThat(own.service()).isEqualTo("orders");
                    assertThat(billing.service()).isEqualTo("billing");
                    assertThat(own.counts("reminder").due()).isOne();
                    assertThat(own.counts("invoice").due()).isZero();
                    assertThat(billing.counts("invoice").due()).isOne();
                    billing.addDelayQueue("due", 0, TimeUnit.SECONDS, "invoice");
                    await().untilAsserted(
                                    () -> assertThat(InvoiceConsumer.RECEIVED).containsExactly("due"));
                });
    }

    private static DelayQueueMessage queue(String service, BodyConverter converter) {
        return RedissonDelayQueue.on(client)
                .service(service)
                .bodyConverter(converter)
                .build();
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainProducer {

        @Bean
        DelayQueueMessageProducer billingProducer(BodyConverter converter) {
            return new DelayQueueMessageProducer(queue("billing", converter));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainQueue {

        @Bean
        DelayQueueMessage billingQueue(BodyConverter converter) {
            return queue("billing", converter);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(PlainProducer.class)
    static class Primaries {

        @Bean
        @Primary
        DelayQueueMessageProducer ordersProducer(DelayQueueMessage queue) {
            return new DelayQueueMessageProducer(queue);
        }
    }
}
