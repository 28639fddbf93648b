package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedisDelayQueueTopicRegistrar;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which beans there are, and that each gives way to one of the application's own. */
class DelayQueueAutoConfigurationTest {

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay.redisson.enable=false", "delay.redisson.register-service=orders"})
    void doesNothingUnlessEnabled(String property) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                .withPropertyValues(property)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(RedissonDelayProperties.class)
                        .doesNotHaveBean(DelayQueueMessage.class)
                        .doesNotHaveBean(DelayQueueMessageProducer.class)
                        .doesNotHaveBean(RedisConnection.class)
                        .doesNotHaveBean(SmartLifecycle.class));
    }

    @Test
    void hasEveryBean() {
        Runners.on(redis).withBean(Collected.class).run(context -> {
            assertThat(context)
                    .hasSingleBean(DelayQueueMessageProducer.class)
                    .hasSingleBean(DelayQueueLifecycle.class)
                    .hasSingleBean(DispatchEngine.class);
            assertThat(context.getBean(DelayQueueMessage.class)).isInstanceOf(RedissonDelayQueue.class);
            assertThat(context.getBean(DelayQueueTopicRegistrar.class))
                    .isInstanceOf(RedisDelayQueueTopicRegistrar.class);
            assertThat(context.getBean(BodyConverter.class)).isInstanceOf(FastjsonBodyConverter.class);
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isTrue();
        });
    }

    @Test
    void theClientOfItsOwnIsNoBean() {
        Runners.sendOnly(redis)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RedissonClient.class));
    }

    @Test
    void anOwnBodyConverterIsUsed() {
        Runners.on(redis)
                .withBean(Collected.class)
                .withBean(BodyConverter.class, Shouting::new)
                .run(context -> {
                    assertThat(context).hasSingleBean(BodyConverter.class);
                    context.getBean(DelayQueueMessageProducer.class)
                            .sendMessage("own-converter", Set.of("a"), Duration.ZERO);
                    assertThat(context.getBean(Collected.class).next().message().body())
                            .isEqualTo("[A]");
                });
    }

    @Test
    void anOwnRegistrarIsUsed() {
        Runners.sendOnly(redis).withUserConfiguration(OwnRegistrar.class).run(context -> {
            assertThat(context).hasSingleBean(DelayQueueTopicRegistrar.class);
            context.getBean(DelayQueueMessageProducer.class).sendMessage("own-registrar", "a", Duration.ofHours(1));
            assertThat(context.getBean(DelayQueueTopicRegistrar.class).pullAll())
                    .containsExactly("own-registrar");
        });
    }

    @Test
    void anOwnQueueNeedsNoRedis() {
        Runners.plain()
                .withPropertyValues("spring.data.redis.url=redis://nowhere.invalid:1")
                .withBean(Collected.class)
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build())
                .run(context -> {
                    assertThat(context)
                            .hasSingleBean(DelayQueueMessage.class)
                            .doesNotHaveBean(RedisConnection.class)
                            .doesNotHaveBean(RedisCheck.class);
                    context.getBean(DelayQueueMessageProducer.class)
                            .sendMessage("own-queue", "a", Duration.ofMillis(10));
                    assertThat(context.getBean(Collected.class).next().message().topic())
                            .isEqualTo("own-queue");
                });
    }

    @Test
    void anOwnProducerIsUsed() {
        Runners.sendOnly(redis)
                .withUserConfiguration(OwnProducer.class)
                .run(context -> assertThat(context.getBean(DelayQueueMessageProducer.class))
                        .isInstanceOf(OwnProducer.Producer.class));
    }

    @Test
    void anOwnEngineIsDriven() {
        Runners.on(redis).withUserConfiguration(OwnEngine.class).run(context -> {
            assertThat(context).hasSingleBean(DispatchEngine.class);
            assertThat(context.getBean(DispatchEngine.class)).isSameAs(context.getBean("ownEngine"));
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isTrue();
        });
    }

    /** Whom it delivers to is its own affair. */
    @Test
    void anOwnEngineNeedsNoConsumerBean() {
        Runners.on(redis)
                .withUserConfiguration(EngineOnly.class)
                .run(context -> assertThat(context.getBean(DispatchEngine.class).isRunning())
                        .isTrue());
        Runners.sendOnly(redis).withUserConfiguration(EngineOnly.class).run(context -> {
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isFalse();
            context.getBean("delayQueueLifecycle", SmartLifecycle.class).start();
            assertThat(context.getBean(DispatchEngine.class).isRunning()).isTrue();
        });
    }

    @Test
    void anOwnEngineNeedsNoChoiceOfConsumers() {
        Runners.on(redis)
                .withUserConfiguration(EngineOnly.class)
                .withBean("one", Collected.class)
                .withBean("two", Collected.class)
                .run(context -> assertThat(context.getBean(DispatchEngine.class).isRunning())
                        .isTrue());
    }

    /** Writes in capitals, so that one sees who wrote. */
    static class Shouting implements BodyConverter {

        @Override
        public String write(Object object) {
            return object.toString().toUpperCase(Locale.ROOT);
        }

        @Override
        public <T> T read(String body, Class<T> type) {
            return type.cast(body);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnRegistrar {

        @Bean
        DelayQueueTopicRegistrar registrar() {
            Set<String> topics = new CopyOnWriteArraySet<>();
            return new DelayQueueTopicRegistrar() {
                @Override
                public void registrar(String topic) {
                    topics.add(topic);
                }

                @Override
                public Set<String> pullAll() {
                    return topics;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnProducer {

        @Bean
        Producer producer(DelayQueueMessage queue) {
            return new Producer(queue);
        }

        static class Producer extends DelayQueueMessageProducer {

            Producer(DelayQueueMessage queue) {
                super(queue);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnEngine {

        @Bean
        Collected consumer() {
            return new Collected();
        }

        @Bean
        DispatchEngine ownEngine(DelayQueueMessage queue, DelayQueueMessageConsumer consumer, BodyConverter converter) {
            return DispatchEngine.builder(queue, consumer).converter(converter).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EngineOnly {

        @Bean
        DispatchEngine ownEngine(DelayQueueMessage queue, BodyConverter converter) {
            return DispatchEngine.builder(queue, new Collected())
                    .converter(converter)
                    .build();
        }
    }
}
