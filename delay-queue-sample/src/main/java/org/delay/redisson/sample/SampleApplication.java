package org.delay.redisson.sample;

import lombok.extern.slf4j.Slf4j;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;

/** A small order service: orders that are not paid in time are cancelled. */
@Slf4j
@SpringBootApplication
@EnableConfigurationProperties(SampleProperties.class)
class SampleApplication {

    public static void main(String[] args) throws InterruptedException {
        ConfigurableApplicationContext context = run(args);
        boolean keepsRunning = context.getBean(SampleProperties.class).keepRunning();
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        if (!tellStory(context)) {
            return;
        }
        if (keepsRunning) {
            log.info("Now you: http://localhost:{} shows the orders. Ctrl-C ends.", port);
        } else {
            System.exit(SpringApplication.exit(context));
        }
    }

    /** Not an {@code ApplicationRunner}: Spring Boot would report as a failure that Ctrl-C ends it. Returns false if that happens. */
    private static boolean tellStory(ConfigurableApplicationContext context) throws InterruptedException {
        try {
            Story story = context.getBeanProvider(Story.class).getIfAvailable();
            if (story != null) {
                story.tell();
            }
            return true;
        } catch (RuntimeException e) {
            if (context.isClosed()) {
                return false;
            }
            context.close();
            throw e;
        }
    }

    /** Ends the JVM if a server that the sample would start is missing, which the log says. */
    private static ConfigurableApplicationContext run(String[] args) {
        try {
            return SpringApplication.run(SampleApplication.class, args);
        } catch (SpringApplication.AbandonedRunException missing) {
            System.exit(1);
            throw missing;
        }
    }
}
