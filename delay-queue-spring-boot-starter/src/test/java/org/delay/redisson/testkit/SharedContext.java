package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Tests that leave messages and a moved clock behind, and must not find any. */
@SpringBootTest(classes = SharedContext.Application.class)
@AutoConfigureDelayQueueTest
abstract class SharedContext {

    private static final Set<ApplicationContext> CONTEXTS = new HashSet<>();

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @RepeatedTest(2)
    void findsNothingOfTheOthers(@Autowired ApplicationContext context) {
        CONTEXTS.add(context);
        assertThat(CONTEXTS).as("the context is cached").hasSize(1);
        assertThat(delays).hasNothingScheduled();
        assertThat(delays.now()).isBetween(Instant.now().minusSeconds(3600), Instant.now());

        producer.sendMessage("left-behind", "x", Duration.ofDays(2));
        producer.sendMessage("left-behind", "x", Duration.ZERO);
        delays.advance(Duration.ofDays(1));
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {}
}
