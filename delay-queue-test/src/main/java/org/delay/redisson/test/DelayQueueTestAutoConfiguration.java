package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.RecordTimestamp;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.util.unit.DataSize;

/**
 * What {@link AutoConfigureDelayQueueTest} puts in the place of the starter's beans, which give way to any of their types.
 * Names of the starter's classes are texts, since it is built after this module.
 */
@AutoConfiguration(
        afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
        beforeName = "org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration")
class DelayQueueTestAutoConfiguration {

    private static final String LIMITS = "delay.redisson.limits.";

    @Bean
    DelayQueueTester delayQueueTester(
            ObjectProvider<BodyConverter> converters, ObjectProvider<DispatchEngine> engines, Environment environment) {
        MovableClock clock = MovableClock.stopped();
        InMemoryDelayQueue.Builder queue =
                InMemoryDelayQueue.builder().clock(clock).limits(limits(environment));
        converters.ifAvailable(queue::converter);
        DelayQueueTester tester = new DelayQueueTester(queue.build(), clock, engines::getIfAvailable);
        tester.reset();
        return tester;
    }

    /** Only what the application says otherwise. */
    private static Limits limits(Environment environment) {
        Limits standard = Limits.DEFAULTS;
        DataSize body = environment.getProperty(LIMITS + "body-size", DataSize.class);
        return new Limits(
                body == null ? standard.bodyBytes() : Math.toIntExact(body.toBytes()),
                environment.getProperty(LIMITS + "delay", Duration.class, standard.delay()),
                environment.getProperty(LIMITS + "bulk", Integer.class, standard.bulk()));
    }

    /** By the interface, because decorators may wrap it; the bare one is the tester's. */
    @Bean
    @Primary
    DelayQueueMessage delayQueueMessage(DelayQueueTester tester) {
        return tester.queue();
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueTopicRegistrar delayQueueTopicRegistrar(DelayQueueTester tester) {
        return new MemoryTopicRegistrar(tester.queue());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(KafkaListenerEndpointRegistry.class)
    @ConditionalOnBean(KafkaListenerEndpointRegistry.class)
    @ConditionalOnProperty(name = DelayQueueTestProperties.KAFKA, havingValue = "listeners")
    static class WithoutBroker {

        @Bean
        static KafkaContainersAtRest delayQueueKafkaContainersAtRest(
                ObjectProvider<KafkaListenerEndpointRegistry> registries) {
            return new KafkaContainersAtRest(registries);
        }

        /** In the place, and under the name, of the starter's, which routes call 'kafka'. */
        @Bean("kafkaDelayQueueMessageConsumer")
        @Lazy
        @Fallback
        @ConditionalOnMissingBean(KafkaDelayQueueMessageConsumer.class)
        KafkaListenersConsumer delayQueueKafkaListenersConsumer(
                ObjectProvider<KafkaListenerEndpointRegistry> registries,
                ObjectProvider<RecordTimestamp> timestamp,
                DelayQueueTester tester) {
            return new KafkaListenersConsumer(
                    registries, timestamp.getIfAvailable(() -> RecordTimestamp.CLAIM_TIME), tester::failed);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ProducerRecord.class)
    @ConditionalOnProperty(name = DelayQueueTestProperties.KAFKA, havingValue = "broker")
    static class WithBroker {

        /** A broker refuses records of the time that a test has let pass. */
        @Bean
        @ConditionalOnMissingBean
        RecordTimestamp delayQueueRecordTimestamp() {
            return message -> Instant.now();
        }
    }
}
