package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Reading a body needs something that is unavailable, which says nothing of the body. */
@SpringBootTest(classes = UnavailableConverterTest.Application.class)
@AutoConfigureDelayQueueTest
class UnavailableConverterTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Test
    void theMessageWaits() {
        producer.sendMessage("secret", 1, Duration.ZERO);

        delays.advance(Duration.ZERO);

        assertThat(delays).hasScheduled("secret").withFailures(0);
    }

    @Configuration(proxyBeanMethods = false)
    @Import({EncryptedBodies.class, Listener.class})
    static class Application {}

    static class EncryptedBodies implements BodyConverter {

        @Override
        public String write(Object object) {
            return object.toString();
        }

        @Override
        public <T> T read(String body, Class<T> type) {
            throw new DestinationUnavailable("the key server is away", false, null);
        }
    }

    static class Listener {

        @DelayQueueListener(topics = "secret")
        void on(int number) {
            throw new AssertionError("Unexpected: " + number);
        }
    }
}
