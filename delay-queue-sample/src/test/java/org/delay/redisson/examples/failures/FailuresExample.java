package org.delay.redisson.examples.failures;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application whose work fails at times. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
public class FailuresExample {

    @Bean
    Payments payments() {
        return new Payments();
    }
}
