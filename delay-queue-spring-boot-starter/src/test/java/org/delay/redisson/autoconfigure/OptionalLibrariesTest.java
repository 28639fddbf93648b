package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.json.JacksonBodyConverter;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Nothing that is optional is needed, and what is there is left as it is. */
@ExtendWith(OutputCaptureExtension.class)
class OptionalLibrariesTest {

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
    @ValueSource(
            strings = {
                "org.springframework.kafka,org.apache.kafka,org.springframework.boot.kafka",
                "org.springframework.boot.kafka",
                "org.springframework.transaction",
                "org.springframework.boot.data.redis",
                "org.springframework.data.redis,io.lettuce",
                "tools.jackson,com.fasterxml.jackson",
                "jakarta.validation,org.hibernate.validator",
                "org.springframework.kafka,org.apache.kafka,org.springframework.boot.kafka,org.springframework.boot.data,"
                        + "org.springframework.data,io.lettuce,tools.jackson,com.fasterxml.jackson,io.micrometer"
            })
    void messagesArriveWithout(String packages) {
        Runners.on(redis)
                .withClassLoader(new FilteredClassLoader(packages.split(",")))
                .withBean(Collected.class)
                .run(context -> {
                    context.getBean(DelayQueueMessageProducer.class)
                            .sendMessage("optional", List.of(1, 2), Duration.ofMillis(10));
                    assertThat(context.getBean(Collected.class).next().message().body())
                            .isEqualTo("[1,2]");
                });
    }

    /** What shows the queue while it runs stays away where its library is not there, and keeps nothing from working. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micrometer",
                "io.micrometer.core",
                "io.micrometer.observation",
                "org.springframework.boot.health",
                "org.springframework.boot.actuate",
                "org.springframework.boot.actuate.autoconfigure",
                "io.micrometer,org.springframework.boot.actuate,org.springframework.boot.health,"
                        + "org.springframework.boot.micrometer,jakarta.servlet,org.springframework.web"
            })
    void nothingIsShownWithout(String packages) {
        Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueMetricsAutoConfiguration.class,
                        DelayQueueObservationAutoConfiguration.class,
                        DelayQueueHealthAutoConfiguration.class,
                        DelayQueueEndpointAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(packages.split(",")))
                .withBean(Collected.class)
                .run(context -> {
                    context.getBean(DelayQueueMessageProducer.class)
                            .sendMessage("optional", "text", Duration.ofMillis(10));
                    assertThat(context.getBean(Collected.class).next().message().body())
                            .isEqualTo("text");
                });
    }

    @Test
    void bodiesAreWrittenByTheApplicationsJackson() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .run(context ->
                        assertThat(context.getBean(BodyConverter.class)).isInstanceOf(JacksonBodyConverter.class));
    }

    @Test
    void bodiesAreWrittenByFastjsonWhereThereIsNoOneJackson(CapturedOutput output) {
        Runners.sendOnly(redis)
                .withBean("one", JsonMapper.class, JsonMapper::new)
                .withBean("two", JsonMapper.class, JsonMapper::new)
                .run(context ->
                        assertThat(context.getBean(BodyConverter.class)).isInstanceOf(FastjsonBodyConverter.class));
        assertThat(output).containsOnlyOnce("@ForDelayQueue").contains("one, two");
    }

    @Test
    void bodiesAreWrittenByTheJacksonThatIsMarked(CapturedOutput output) {
        Runners.sendOnly(redis)
                .withBean("one", JsonMapper.class, JsonMapper::new)
                .withUserConfiguration(MarkedJackson.class)
                .run(context -> assertThat(context.getBean(BodyConverter.class).write(new Named("a")))
                        .isEqualTo("{\"first_name\":\"a\"}"));
        assertThat(output).doesNotContain("@ForDelayQueue");
    }

    @Test
    void nobodyIsWarnedWhereThereIsNoJacksonAtAll(CapturedOutput output) {
        Runners.sendOnly(redis)
                .run(context ->
                        assertThat(context.getBean(BodyConverter.class)).isInstanceOf(FastjsonBodyConverter.class));
        assertThat(output).doesNotContain("@ForDelayQueue");
    }

    @Test
    void theApplicationsCacheStaysWhatItIs() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class))
                .withUserConfiguration(Caching.class)
                .run(context ->
                        assertThat(context.getBean(CacheManager.class)).isInstanceOf(CaffeineCacheManager.class));
        assertThat(ClassUtils.isPresent("javax.cache.Caching", null)).isFalse();
    }

    @Test
    void theApplicationsRedisStaysWhatItIs() {
        Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .run(context -> assertThat(context.getBean(RedisConnectionFactory.class))
                        .isInstanceOf(LettuceConnectionFactory.class));
    }

    @Test
    void withoutKafkaSomebodyMustReceive() {
        Runners.on(redis)
                .withClassLoader(new FilteredClassLoader("org.springframework.kafka", "org.springframework.boot.kafka"))
                .run(context -> {
                    assertThat(Analyses.of(context).getDescription())
                            .contains("'tests'", "KafkaTemplate", "DelayQueueMessageConsumer");
                    assertThat(Analyses.of(context).getAction())
                            .contains(
                                    "spring-boot-starter-kafka",
                                    "extends DelayQueueMessageConsumer",
                                    "delay.redisson.auto-startup=false");
                });
    }

    /** Spring Boot makes the template, so the class path alone decides nothing. */
    @Test
    void kafkaOnTheClassPathAloneReceivesNothing() {
        Runners.on(redis)
                .run(context -> assertThat(Analyses.of(context).getAction()).contains("spring-boot-starter-kafka"));
    }

    @Test
    void everythingTogether() {
        Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        DataRedisAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        CacheAutoConfiguration.class))
                .withBean(Collected.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    record Named(String firstName) {}

    @Configuration(proxyBeanMethods = false)
    static class MarkedJackson {

        @Bean(defaultCandidate = false)
        @ForDelayQueue
        JsonMapper marked() {
            return JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caching {}
}
