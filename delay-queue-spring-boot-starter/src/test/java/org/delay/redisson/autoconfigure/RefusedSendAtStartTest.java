package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.example.SendingRunner;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A new user's first send is often in an ApplicationRunner: what it is refused for is told in a few lines. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedSendAtStartTest {

    @Test
    void aRefusedSendIsExplainedWithoutAStackTrace(CapturedOutput output) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        try (RedisServer redis = RedisServer.start()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> application.run(
                            "--spring.data.redis.port=" + redis.port(),
                            "--delay.redisson.enable=true",
                            "--delay.redisson.auto-startup=false",
                            "--delay.redisson.register-service=refusing"));
        }

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("A message was not sent. An object of com.example.SendingRunner$Order would ")
                .contains("The send is at com.example.SendingRunner.run(SendingRunner.java:13)")
                .contains("Give fields, constructor parameters and getters the same names")
                .doesNotContain("\tat ");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DelayQueueAutoConfiguration.class, DisabledDelayQueueAutoConfiguration.class})
    static class Application {

        @Bean
        SendingRunner runner(DelayQueueMessageProducer producer) {
            return new SendingRunner(producer);
        }
    }
}
