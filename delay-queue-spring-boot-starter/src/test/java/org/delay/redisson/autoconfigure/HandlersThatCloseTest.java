package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Handlers that close the application's context: once, and not again after a restart. */
@Timeout(600)
class HandlersThatCloseTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RedisServer redis;
    private RedissonClient client;
    private DelayQueueMessage queue;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        client = Redisson.create(config);
        queue = RedissonDelayQueue.on(client)
                .service("tests")
                .bodyConverter(new FastjsonBodyConverter())
                .build();
    }

    @AfterEach
    void stop() {
        client.shutdown();
        redis.close();
    }

    private void run(String topic) {
        Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1h")
                .withBean(Closing.class)
                .run(context -> send(context, topic));
    }

    private void send(AssertableApplicationContext context, String topic) throws InterruptedException {
        context.getBean(DelayQueueMessageProducer.class)
                .sendMessage(OutgoingMessage.to(topic)
                        .id("one")
                        .body("end")
                        .delay(Duration.ZERO)
                        .build());
        assertThat(context.getBean(Closing.class).closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("closed within far less than the phase")
                .isTrue();
        assertThat(context.getSourceApplicationContext().isActive()).isFalse();
    }

    @Test
    void aHandlerThatClosesItsContextEndsAtOnceAndItsMessageIsAcked() {
        run("closing");
        await().atMost(PATIENCE).until(() -> queue.find("closing", "one"), Optional::isEmpty);
    }

    @Test
    void soDoesOneThatHasAnotherThreadCloseItAndWaits() {
        run("closing-aside");
        await().atMost(PATIENCE).until(() -> queue.find("closing-aside", "one"), Optional::isEmpty);
    }

    static class Closing {

        final CountDownLatch closed = new CountDownLatch(1);
        private final ConfigurableApplicationContext context;

        Closing(ConfigurableApplicationContext context) {
            this.context = context;
        }

        @DelayQueueListener(topics = "closing")
        void close(String body) {
            context.close();
            closed.countDown();
        }

        @DelayQueueListener(topics = "closing-aside")
        void closeAside(String body) throws InterruptedException {
            Thread thread = new Thread(context::close);
            thread.start();
            thread.join();
            closed.countDown();
        }
    }
}
