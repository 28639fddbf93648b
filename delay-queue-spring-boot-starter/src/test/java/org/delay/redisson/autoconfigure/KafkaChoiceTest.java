package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.kafka.RecordTimestamp;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.core.RoutingKafkaTemplate;

/** Which of the application's Kafka beans the queue's producer is made like. No broker is needed for that. */
class KafkaChoiceTest {

    /** Less than the nine minutes that handlers would be granted, and far more than a busy machine needs. */
    private static final Duration NOT_STUCK = Duration.ofMinutes(2);

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static ApplicationContextRunner sendOnly() {
        return Runners.sendOnly(redis);
    }

    @Test
    void springBootsTemplateIsTheSource() {
        sendOnly()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .run(context -> {
                    assertThat(context.getBean(DelayQueueMessageConsumer.class))
                            .isInstanceOf(KafkaDelayQueueMessageConsumer.class);
                    assertThat(context)
                            .hasSingleBean(KafkaSimpleMessageProducer.class)
                            .hasSingleBean(WarmUp.class)
                            .hasSingleBean(KafkaTemplate.class)
                            .hasSingleBean(ProducerFactory.class);
                    assertThat(source(context)).isSameAs(context.getBean(ProducerFactory.class));
                });
    }

    @Test
    void anOwnConsumerTakesKafkasPlace() {
        sendOnly()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withBean(Collected.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(DelayQueueMessageConsumer.class)
                        .hasSingleBean(Collected.class));
    }

    /** An own consumer can still send on to Kafka. */
    @Test
    void anOwnConsumerMayExtendKafkas() {
        sendOnly()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withUserConfiguration(Extended.class)
                .run(context -> {
                    assertThat(context.getBean(DelayQueueMessageConsumer.class)).isSameAs(context.getBean("extended"));
                    // Its producer may be another than the one that would be warmed up.
                    assertThat(context).doesNotHaveBean(WarmUp.class);
                });
    }

    @Test
    void anOwnProducerTakesItsPlace() {
        sendOnly()
                .withUserConfiguration(OwnProducer.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(KafkaSimpleMessageProducer.class)
                        .hasSingleBean(KafkaDelayQueueMessageConsumer.class));
    }

    @Test
    void aFactoryWillDoWithoutATemplate() {
        sendOnly()
                .withUserConfiguration(Factory.class)
                .run(context -> assertThat(source(context)).isSameAs(context.getBean("factory")));
    }

    @Test
    void theOnlyTemplateOfTwoFactoriesIsTheSource() {
        sendOnly()
                .withUserConfiguration(Factory.class, First.class)
                .run(context -> assertThat(source(context))
                        .isSameAs(context.getBean("first", KafkaTemplate.class).getProducerFactory()));
    }

    @Test
    void theMarkedTemplateIsTheSource() {
        sendOnly()
                .withUserConfiguration(First.class, Marked.class)
                .run(context -> assertThat(source(context))
                        .isSameAs(context.getBean("chosen", KafkaTemplate.class).getProducerFactory()));
    }

    @Test
    void theMarkedFactoryIsTheSource() {
        sendOnly()
                .withUserConfiguration(First.class, MarkedFactory.class)
                .run(context -> assertThat(source(context)).isSameAs(context.getBean("chosenFactory")));
    }

    @Test
    void thePrimaryTemplateIsTheSource() {
        sendOnly()
                .withUserConfiguration(First.class, Prime.class)
                .run(context -> assertThat(source(context))
                        .isSameAs(context.getBean("prime", KafkaTemplate.class).getProducerFactory()));
    }

    @Test
    void severalWithoutAMarkAreRefused() {
        Runners.on(redis).withUserConfiguration(First.class, Second.class).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription()).contains("KafkaTemplate", "first", "second");
            assertThat(analysis.getAction()).contains("@ForDelayQueue");
        });
    }

    /** Who does not dispatch need not choose. */
    @Test
    void severalWithoutAMarkWillDoToSend() {
        sendOnly()
                .withUserConfiguration(First.class, Second.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** Nor need an application whose engine is its own, and may deliver elsewhere. */
    @Test
    void severalWithoutAMarkWillDoForAnOwnEngine() {
        Runners.on(redis)
                .withUserConfiguration(First.class, Second.class, DelayQueueAutoConfigurationTest.EngineOnly.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** Its topics are asked for in the background, which ends with the application. */
    @Test
    void anAbsentBrokerHoldsUpNeitherStartNorStop() {
        sendOnly()
                .run(context -> context.getBean(DelayQueueMessageProducer.class)
                        .sendMessage("waiting", "a", Duration.ofHours(1)));
        Set<Thread> before = producerThreads();
        ApplicationContextRunner patient = Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=10m");
        patient.withUserConfiguration(First.class).run(context -> {
            DelayQueueLifecycle lifecycle = context.getBean(DelayQueueLifecycle.class);
            assertThat(lifecycle.isRunning()).isTrue();
            await().until(() -> !before.containsAll(producerThreads()));
            assertTimeout(NOT_STUCK, () -> lifecycle.stop());
        });
        await().until(() -> before.containsAll(producerThreads()));
    }

    private static Set<Thread> producerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("kafka-producer-network-thread"))
                .collect(Collectors.toSet());
    }

    @Test
    void aTemplateWithoutAFactoryIsToldOf() {
        Runners.on(redis)
                .withUserConfiguration(Routing.class)
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("@ForDelayQueue"));
    }

    @Test
    void aLeaseTooShortForKafkaIsToldOf() {
        Runners.on(redis)
                .withUserConfiguration(First.class)
                .withPropertyValues("delay.redisson.lease=200ms")
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription()).contains("lease");
                    assertThat(Analyses.of(context).getAction()).contains("delay.redisson.lease");
                });
    }

    /** While Kafka is down each delivery takes all the time that it has, and would be interrupted before. */
    @ParameterizedTest
    @CsvSource({"3s, 30s", "10m, 15m"})
    void aProcessingTimeTooShortForKafkaIsToldOf(String processing, String lease) {
        Runners.on(redis)
                .withUserConfiguration(First.class)
                .withPropertyValues("delay.redisson.max-processing-time=" + processing, "delay.redisson.lease=" + lease)
                .run(context -> {
                    FailureAnalysis analysis = Analyses.of(context);
                    assertThat(analysis.getDescription())
                            .contains("'delay.redisson.max-processing-time'", "'delay.redisson.lease'");
                    assertThat(analysis.getAction())
                            .contains("'delay.redisson.max-processing-time'", "'delay.redisson.lease'");
                });
    }

    /** Where nothing goes to Kafka, a call may be as short as one likes. */
    @Test
    void aShortProcessingTimeWillDoWithoutKafka() {
        Runners.on(redis)
                .withUserConfiguration(First.class)
                .withBean(Collected.class)
                .withPropertyValues("delay.redisson.max-processing-time=3s")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void theApplicationSaysWhichTimeRecordsHave() {
        RecordTimestamp own = message -> Instant.EPOCH;
        sendOnly()
                .withUserConfiguration(First.class)
                .withBean(RecordTimestamp.class, () -> own)
                .run(context -> assertThat(context.getBean(KafkaSimpleMessageProducer.class))
                        .extracting("timestamp")
                        .isSameAs(own));
    }

    @Test
    void withoutSpringBootsKafkaTheApplicationsTemplateWillDo() {
        sendOnly()
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.kafka"))
                .withUserConfiguration(First.class)
                .run(context -> assertThat(context).hasSingleBean(KafkaDelayQueueMessageConsumer.class));
    }

    private static ProducerFactory<?, ?> source(ApplicationContext context) {
        return context.getBean(KafkaSource.class).producerFactory();
    }

    private static ProducerFactory<String, String> newFactory() {
        return new DefaultKafkaProducerFactory<>(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Factory {

        @Bean
        ProducerFactory<String, String> factory() {
            return newFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class First {

        @Bean
        KafkaTemplate<String, String> first() {
            return new KafkaTemplate<>(newFactory());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Second {

        @Bean
        KafkaTemplate<String, String> second() {
            return new KafkaTemplate<>(newFactory());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean
        @ForDelayQueue
        KafkaTemplate<String, String> chosen() {
            return new KafkaTemplate<>(newFactory());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedFactory {

        @Bean
        @ForDelayQueue
        ProducerFactory<String, String> chosenFactory() {
            return newFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prime {

        @Bean
        @Primary
        KafkaTemplate<String, String> prime() {
            return new KafkaTemplate<>(newFactory());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routing {

        @Bean
        RoutingKafkaTemplate routing() {
            return new RoutingKafkaTemplate(Map.of());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnProducer {

        @Bean
        KafkaSimpleMessageProducer own(RedissonDelayProperties properties) {
            return KafkaSimpleMessageProducer.from(
                    Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1"),
                    CoreSettings.dispatch(properties).lease());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Extended {

        @Bean
        KafkaDelayQueueMessageConsumer extended(KafkaSimpleMessageProducer producer) {
            return new KafkaDelayQueueMessageConsumer(producer) {};
        }
    }
}
