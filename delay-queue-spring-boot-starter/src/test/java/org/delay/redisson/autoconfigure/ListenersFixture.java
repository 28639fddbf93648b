package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** An application with listener methods, on a real Redis. */
@Timeout(900)
abstract class ListenersFixture {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    static ApplicationContextRunner runner(String service) {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.register-service=" + service,
                        "delay.redisson.retry.delay=1ms",
                        "delay.redisson.retry.max-delay=1ms",
                        "delay.redisson.retry.max-attempts=3")
                .withBean(Log.class);
    }

    static DelayQueueMessageProducer producer(ApplicationContext context) {
        return context.getBean(DelayQueueMessageProducer.class);
    }

    static Log log(ApplicationContext context) {
        return context.getBean(Log.class);
    }

    static void send(ApplicationContext context, String topic, Object body) {
        producer(context).sendMessage(topic, body, Duration.ZERO);
    }

    static StoredMessage awaitDead(ApplicationContext context, String topic) {
        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
        await().atMost(PATIENCE).until(() -> queue.counts(topic).dead() > 0);
        return queue.list(topic, State.DEAD, null, 10).messages().get(0);
    }

    static class Log {

        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        void add(String line) {
            lines.add(line);
        }

        String next() throws InterruptedException {
            String line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(line).as("a line within " + PATIENCE).isNotNull();
            return line;
        }
    }
}
