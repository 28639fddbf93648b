package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** Which consumer gets which topic, and what keeps an application from starting. */
@ExtendWith(OutputCaptureExtension.class)
class RoutesAtStartTest {

    private static final ApplicationContextRunner RUNNER = Runners.plain()
            .withBean(
                    DelayQueueMessage.class, () -> InMemoryDelayQueue.builder().build());

    private static final ApplicationContextRunner TWO =
            RUNNER.withBean("orders", Collected.class).withBean("mails", Collected.class);

    @Test
    void eachTopicGoesToTheConsumerThatItsRouteNames() {
        TWO.withPropertyValues("delay.redisson.routes.order-timeout=orders", "delay.redisson.routes[*]=mails")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(arrivesAt(context, "orders", "order-timeout")).isEqualTo("order-timeout");
                    assertThat(arrivesAt(context, "mails", "mail-1")).isEqualTo("mail-1");
                });
    }

    @Test
    void topicsWithoutARouteGoToThePrimaryConsumer() {
        RUNNER.withBean("orders", Collected.class, Collected::new, definition -> definition.setPrimary(true))
                .withBean("mails", Collected.class)
                .withPropertyValues("delay.redisson.routes[mail-*]=mails")
                .run(context -> {
                    assertThat(arrivesAt(context, "mails", "mail-1")).isEqualTo("mail-1");
                    assertThat(arrivesAt(context, "orders", "other")).isEqualTo("other");
                });
    }

    @Test
    void aListenerMethodPrecedesARoute(CapturedOutput output) {
        RUNNER.withBean("mails", Collected.class)
                .withBean(Method.class)
                .withPropertyValues("delay.redisson.routes.greetings=mails", "delay.redisson.routes[*]=mails")
                .run(context -> {
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("greetings", "a", Duration.ZERO);
                    assertThat(context.getBean(Method.class)
                                    .collected
                                    .next()
                                    .message()
                                    .topic())
                            .isEqualTo("greetings");
                    assertThat(context.getBean("mails", Collected.class).isEmpty())
                            .isTrue();
                });
        assertThat(output)
                .contains("'delay.redisson.routes[greetings]' has no effect")
                .contains("mails (greetings, *)");
    }

    @Test
    void severalConsumersWithoutARouteForAllTopicsAreToldOf() {
        TWO.withPropertyValues("delay.redisson.routes.order-timeout=orders").run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription()).contains("topics without a route", "orders, mails");
            assertThat(analysis.getAction()).contains("'delay.redisson.routes[*]'", "@ForDelayQueue", "@Primary");
        });
        TWO.run(context -> assertThat(Analyses.of(context).getAction()).contains("'delay.redisson.routes[*]'"));
    }

    @Test
    void aRouteThatNamesNoConsumerIsToldOf() {
        TWO.withPropertyValues("delay.redisson.routes[mail-*]=mial", "delay.redisson.routes[*]=mails")
                .run(context -> {
                    FailureAnalysis analysis = Analyses.of(context);
                    assertThat(analysis.getDescription()).contains("'delay.redisson.routes[mail-*]'", "'mial'");
                    assertThat(analysis.getAction()).contains("'delay.redisson.routes[mail-*]'", "orders, mails");
                });
    }

    @Test
    void aBeanThatIsNoConsumerIsNoDestination() {
        TWO.withPropertyValues("delay.redisson.routes[*]=delayQueueMessageProducer")
                .run(context ->
                        assertThat(Analyses.of(context).getDescription()).contains("'delayQueueMessageProducer'"));
    }

    @Test
    void aRouteToKafkaWithoutKafkaIsToldOf() {
        TWO.withPropertyValues("delay.redisson.routes[*]=kafka")
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("KafkaTemplate"));
        TWO.withPropertyValues("delay.redisson.routes[*]=kafka")
                .withClassLoader(new FilteredClassLoader("org.springframework.kafka", "org.apache.kafka"))
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("KafkaTemplate"));
    }

    @Test
    void aKeyThatIsNoTopicIsToldOf() {
        TWO.withPropertyValues("delay.redisson.routes[*-mail]=mails", "delay.redisson.routes[*]=mails")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("routes", "[*-mail] must be a topic"));
    }

    /** Whose other topics stay with the application's own consumer. */
    @Test
    void aRouteBringsKafkaBesideAConsumerOfTheApplicationsOwn() {
        RUNNER.withBean("mails", Collected.class)
                .withBean(KafkaTemplate.class, RoutesAtStartTest::template)
                .withPropertyValues("delay.redisson.routes.order-timeout=kafka")
                .run(context -> {
                    ConsumerSource consumers = context.getBean(ConsumerSource.class);
                    assertThat(consumers.consumerOf("order-timeout"))
                            .isInstanceOf(KafkaDelayQueueMessageConsumer.class);
                    assertThat(consumers.consumerOf("other")).isSameAs(context.getBean("mails"));
                    assertThat(context.getBean(DelayQueueMessageConsumer.class)).isSameAs(context.getBean("mails"));
                    assertThat(consumers.rules().of("order-timeout").destination())
                            .isEqualTo("kafka");
                    assertThat(consumers.rules().of("other").destination()).isEqualTo("mails");
                });
    }

    @Test
    void withoutARouteToItThereIsNoKafkaBesideAConsumerOfTheApplicationsOwn() {
        RUNNER.withBean("mails", Collected.class)
                .withBean(KafkaTemplate.class, RoutesAtStartTest::template)
                .withPropertyValues("delay.redisson.routes.order-timeout=mails")
                .run(context -> assertThat(context).doesNotHaveBean(KafkaDelayQueueMessageConsumer.class));
    }

    @Test
    void kafkaIsAlsoAConsumerForKafkaOfTheApplicationsOwn() {
        RUNNER.withBean("mails", Collected.class, Collected::new, definition -> definition.setPrimary(true))
                .withBean(KafkaTemplate.class, RoutesAtStartTest::template)
                .withBean("records", Records.class)
                .withPropertyValues("delay.redisson.routes.order-timeout=kafka")
                .run(context -> assertThat(context.getBean(ConsumerSource.class).consumerOf("order-timeout"))
                        .isSameAs(context.getBean("records")));
    }

    private static String arrivesAt(ApplicationContext context, String consumer, String topic) {
        context.getBean(DelayQueueMessageProducer.class).sendMessage(topic, "a", Duration.ZERO);
        return context.getBean(consumer, Collected.class).next().message().topic();
    }

    private static KafkaTemplate<String, String> template() {
        return new KafkaTemplate<>(
                new DefaultKafkaProducerFactory<>(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1")));
    }

    static class Records extends KafkaDelayQueueMessageConsumer {

        Records(KafkaSimpleMessageProducer producer) {
            super(producer);
        }
    }

    static class Method {

        final Collected collected = new Collected();

        @DelayQueueListener(topics = "greetings")
        void on(DelayedMessage message) throws Exception {
            collected.deliver(message.topic(), List.of(message));
        }
    }
}
