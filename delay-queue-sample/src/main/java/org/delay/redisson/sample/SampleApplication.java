package org.delay.redisson.sample;

import lombok.extern.slf4j.Slf4j;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** A small order service: orders that are not paid in time are given up. */
@Slf4j
@SpringBootApplication
class SampleApplication {

    public static void main(String[] args) {
        ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, args);
        Environment environment = context.getEnvironment();
        if (environment.getProperty("sample.keep-running", boolean.class, false)) {
            log.info(
                    "Runs until you stop it: {}, Kafka at {}",
                    environment.getProperty("spring.data.redis.url"),
                    environment.getProperty("spring.kafka.bootstrap-servers"));
        } else {
            System.exit(SpringApplication.exit(context));
        }
    }
}
