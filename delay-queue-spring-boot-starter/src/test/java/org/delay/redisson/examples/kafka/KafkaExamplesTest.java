package org.delay.redisson.examples.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.autoconfigure.DelayQueueKafkaRetryAutoConfiguration;
import org.delay.redisson.autoconfigure.DelayQueueKafkaTemplateAutoConfiguration;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;

/** What the page about Kafka shows. */
class KafkaExamplesTest {

    @Test
    void anOfferIsWithdrawnAndAPaymentIsTriedAgain() {
        try (RedisServer redis = RedisServer.start();
                KafkaBroker broker = KafkaBroker.builder().topics("payment").start()) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            DelayQueueAutoConfiguration.class,
                            DelayQueueKafkaTemplateAutoConfiguration.class,
                            DelayQueueKafkaRetryAutoConfiguration.class,
                            KafkaAutoConfiguration.class))
                    .withUserConfiguration(Shop.class)
                    .withPropertyValues(
                            "delay.redisson.enable=true",
                            "delay.redisson.kafka.intercept=true",
                            "delay.redisson.kafka.retry.enabled=true",
                            "delay.redisson.kafka.retry.delay=100ms",
                            "spring.data.redis.port=" + redis.port(),
                            "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                            "spring.kafka.consumer.auto-offset-reset=earliest")
                    .run(context -> {
                        Offers offers = context.getBean(Offers.class);
                        SendResult<String, String> sent =
                                offers.offer("4711", "half price").get(60, TimeUnit.SECONDS);
                        assertThat(sent.getRecordMetadata().hasOffset()).isFalse();
                        assertThat(offers.withdraw("4711")).isEqualTo(CancelResult.CANCELLED);

                        context.getBean(Shop.class)
                                .template
                                .send("payment", "4712")
                                .get(60, TimeUnit.SECONDS);
                        await().atMost(Duration.ofSeconds(60))
                                .untilAsserted(() -> assertThat(context.getBean(Shop.class).charged)
                                        .containsExactly("4712", "4712"));
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Payments.OwnErrorHandler.class)
    static class Shop {

        private final List<String> charged = new CopyOnWriteArrayList<>();
        private final KafkaTemplate<String, String> template;

        Shop(KafkaTemplate<String, String> template) {
            this.template = template;
        }

        @Bean
        Offers offers(DelayQueueMessageProducer producer) {
            return new Offers(template, producer);
        }

        @Bean
        Payments payments() {
            return new Payments(order -> {
                charged.add(order);
                if (charged.size() == 1) {
                    throw new IllegalStateException("The bank does not answer");
                }
            });
        }
    }
}
