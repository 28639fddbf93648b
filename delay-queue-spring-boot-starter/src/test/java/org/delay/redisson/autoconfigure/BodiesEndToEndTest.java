package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.autoconfigure.shapes.KotlinOrder;
import org.delay.redisson.autoconfigure.shapes.LombokOrder;
import org.delay.redisson.autoconfigure.shapes.LombokPlain;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.json.JsonMapper;

/** Applications with Jackson 3, Jackson 2 and neither: what is sent arrives as it was, or the send says why not. */
@ExtendWith(OutputCaptureExtension.class)
class BodiesEndToEndTest {

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    enum Application {
        JACKSON_3("Jackson 3") {
            @Override
            ApplicationContextRunner with(ApplicationContextRunner runner) {
                return runner.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class));
            }
        },
        JACKSON_2("Jackson 2") {
            @Override
            ApplicationContextRunner with(ApplicationContextRunner runner) {
                return runner.withBean(ObjectMapper.class, BodiesEndToEndTest::jackson2);
            }
        },
        NEITHER("fastjson2") {
            @Override
            ApplicationContextRunner with(ApplicationContextRunner runner) {
                return runner.withClassLoader(new FilteredClassLoader("tools.jackson", "com.fasterxml.jackson"));
            }
        };

        private final String library;

        Application(String library) {
            this.library = library;
        }

        abstract ApplicationContextRunner with(ApplicationContextRunner runner);
    }

    /** As Spring Boot's module for Jackson 2 makes it. */
    private static ObjectMapper jackson2() {
        return new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSentArrivesAsItWasOrIsRefused(Application application, CapturedOutput output) {
        application.with(Runners.on(redis)).withBean(Receiver.class).run(context -> {
            DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
            Receiver receiver = context.getBean(Receiver.class);
            for (Object order : List.of(
                    new KotlinOrder("1", true),
                    new KotlinOrder("2", false),
                    new LombokOrder("3", new BigDecimal("1.50"), true, List.of("tea")),
                    new LombokPlain("4", BigDecimal.TEN, true),
                    new Plain("5", true))) {
                String topic = order.getClass().getSimpleName();
                try {
                    producer.sendMessage(topic, order, Duration.ZERO);
                } catch (IllegalArgumentException e) {
                    assertThat(e)
                            .hasMessageContaining(order.getClass().getName())
                            .hasMessageContaining(application.library);
                    continue;
                }
                assertThat(receiver.next()).isEqualTo(order);
            }
            assertThat(receiver.received).isEmpty();
        });
        assertThat(output)
                .containsOnlyOnce("It uses Redis at localhost:" + redis.port() + " and writes bodies with "
                        + application.library);
    }

    @Test
    void aConverterOfAnAnonymousClassIsNamedInTheLog(CapturedOutput output) {
        BodyConverter anonymous = new BodyConverter() {
            @Override
            public String write(Object object) {
                return object.toString();
            }

            @Override
            public <T> T read(String body, Class<T> type) {
                return type.cast(body);
            }
        };
        Runners.on(redis)
                .withBean(BodyConverter.class, () -> anonymous)
                .withBean(Receiver.class)
                .run(context -> assertThat(output)
                        .containsPattern("writes bodies with " + Pattern.quote(BodiesEndToEndTest.class.getName())
                                + "\\$\\d+\\R"));
    }

    @Test
    void theApplicationsMapperOfJackson2IsUsed() {
        Runners.sendOnly(redis)
                .withBean(
                        ObjectMapper.class,
                        () -> jackson2().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE))
                .run(context -> assertThat(context.getBean(BodyConverter.class).write(new Named("a")))
                        .isEqualTo("{\"first_name\":\"a\"}"));
    }

    @Test
    void amongBothGenerationsJackson3PrecedesUnlessTheOtherIsMarked() {
        ApplicationContextRunner both = Runners.sendOnly(redis)
                .withBean(JsonMapper.class, JsonMapper::new)
                .withBean("other", ObjectMapper.class, BodiesEndToEndTest::jackson2);
        both.run(context -> assertThat(context.getBean(BodyConverter.class)).hasToString("Jackson 3"));
        Runners.sendOnly(redis)
                .withBean(JsonMapper.class, JsonMapper::new)
                .withUserConfiguration(Marked.class)
                .run(context -> assertThat(context.getBean(BodyConverter.class)).hasToString("Jackson 2"));
    }

    @Test
    void severalOfJackson2AreToldOf(CapturedOutput output) {
        Runners.sendOnly(redis)
                .withBean("one", ObjectMapper.class, ObjectMapper::new)
                .withBean("two", ObjectMapper.class, ObjectMapper::new)
                .run(context -> assertThat(context.getBean(BodyConverter.class)).hasToString("fastjson2"));
        assertThat(output).containsOnlyOnce("because there are several ObjectMapper beans: one, two");
    }

    @Test
    void aMapperForYamlWritesNoBodies() {
        Runners.sendOnly(redis)
                .withBean(ObjectMapper.class, YAMLMapper::new)
                .run(context -> assertThat(context.getBean(BodyConverter.class)).hasToString("fastjson2"));
    }

    @Test
    void theCheckCanBeTurnedOff() {
        for (Application application : Application.values()) {
            application
                    .with(Runners.sendOnly(redis))
                    .withPropertyValues("delay.redisson.check-bodies=false")
                    .run(context -> assertThat(
                                    context.getBean(BodyConverter.class).write(new KotlinOrder("1", true)))
                            .contains("\"vip\":true"));
        }
    }

    record Plain(String id, boolean isVip) {}

    record Named(String firstName) {}

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean
        @Primary
        @ForDelayQueue
        ObjectMapper marked() {
            return jackson2();
        }
    }

    static class Receiver {

        private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

        Object next() throws InterruptedException {
            return received.poll(2, TimeUnit.MINUTES);
        }

        @DelayQueueListener(topics = "KotlinOrder")
        void on(KotlinOrder order) {
            received.add(order);
        }

        @DelayQueueListener(topics = "LombokOrder")
        void on(LombokOrder order) {
            received.add(order);
        }

        @DelayQueueListener(topics = "LombokPlain")
        void on(LombokPlain order) {
            received.add(order);
        }

        @DelayQueueListener(topics = "Plain")
        void on(Plain order) {
            received.add(order);
        }
    }
}
