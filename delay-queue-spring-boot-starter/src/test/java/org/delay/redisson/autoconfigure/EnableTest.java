package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application is told that forgets to turn the queue on, or does so in its own way. */
@ExtendWith(OutputCaptureExtension.class)
class EnableTest {

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
    @ValueSource(strings = {"true", "TRUE", "yes", "on", "1"})
    void eachFormOfTrueTurnsItOn(String value) {
        try (ConfigurableApplicationContext context = run("delay.redisson.enable=" + value)) {
            assertThat(context.getBean(Service.class).producer.service()).isEqualTo("enabling");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a=b, is not set.",
        "delay.redisson.enable=no, is false.",
        "delay.redisson.enable=off, is false.",
        "delay.redisson.enabled=true, 'is not set, and ''delay.redisson.enabled'' has no effect.'"
    })
    void aMissingBeanIsExplained(String property, String state, CapturedOutput output) {
        assertThatThrownBy(() -> run(property));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("The application needs a bean of type DelayQueueMessageProducer, but the delay queue is off:"
                        + " 'delay.redisson.enable' " + state)
                .contains("Set 'delay.redisson.enable=true'.")
                .doesNotContain("Consider defining a bean");
    }

    @Test
    void whatIsNoBooleanIsRefused(CapturedOutput output) {
        assertThatThrownBy(() -> run("delay.redisson.enable=ture"));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("delay.redisson.enable")
                .contains("\"ture\"");
    }

    /** Its opposite would silently turn the check off. */
    @ParameterizedTest
    @CsvSource({"yes, true", "no, false"})
    void otherSwitchesKnowTheSameForms(String value, boolean checks) {
        try (ConfigurableApplicationContext context =
                run("delay.redisson.enable=on", "delay.redisson.fail-fast=" + value)) {
            assertThat(context.getBeanNamesForType(RedisCheck.class)).hasSize(checks ? 1 : 0);
        }
    }

    private static ConfigurableApplicationContext run(String... properties) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        String[] always = {
            "spring.data.redis.port=" + redis.port(),
            "delay.redisson.auto-startup=false",
            "delay.redisson.register-service=enabling"
        };
        return application.run(Stream.concat(Arrays.stream(always), Arrays.stream(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new));
    }

    record Service(DelayQueueMessageProducer producer) {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DelayQueueAutoConfiguration.class, DisabledDelayQueueAutoConfiguration.class})
    static class Application {

        @Bean
        Service service(DelayQueueMessageProducer producer) {
            return new Service(producer);
        }
    }
}
