package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** What the application hears of messages that it does not receive. */
class ApplicationEventsTest {

    private static final Duration MOMENT = Duration.ofMillis(10);

    @Test
    void deadLettersExpiredMessagesAndOwnListeners() {
        try (RedisServer redis = RedisServer.start()) {
            Runners.on(redis)
                    .withBean(DelayQueueMessageConsumer.class, Refusing::new)
                    .withUserConfiguration(Listeners.class)
                    .run(context -> {
                        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                        Listeners listeners = context.getBean(Listeners.class);

                        String id =
                                producer.sendMessage("refused", "no", MOMENT).id();
                        DeadLetterEvent dead = next(listeners.dead);
                        assertThat(dead.message().id()).isEqualTo(id);
                        assertThat(dead.error()).contains("on purpose");
                        assertThat(dead.cause()).isInstanceOf(PermanentFailure.class);
                        assertThat(next(listeners.heard)).isEqualTo("dead " + id);
                        assertThat(context.getBean(DelayQueueMessage.class)
                                        .counts("refused")
                                        .dead())
                                .isOne();
                    });
        }
    }

    @Test
    void messagesPastTheirTimeToLive() {
        try (RedisServer redis = RedisServer.start()) {
            Runners.sendOnly(redis)
                    .withBean(DelayQueueMessageConsumer.class, Refusing::new)
                    .withUserConfiguration(Listeners.class)
                    .run(context -> {
                        Listeners listeners = context.getBean(Listeners.class);
                        Receipt receipt = context.getBean(DelayQueueMessageProducer.class)
                                .sendMessage(OutgoingMessage.to("stale")
                                        .body("late")
                                        .delay(Duration.ZERO)
                                        .timeToLive(Duration.ofMillis(1))
                                        .build());
                        await().until(() ->
                                Instant.now().isAfter(receipt.dueTime().plusMillis(10)));
                        context.getBean(DelayQueueLifecycle.class).start();
                        MessageExpiredEvent expired = next(listeners.expired);
                        assertThat(expired.message().id()).isEqualTo(receipt.id());
                        assertThat(expired.lateness()).isGreaterThan(Duration.ofMillis(1));
                    });
        }
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T element = queue.poll(2, TimeUnit.MINUTES);
        assertThat(element).as("something within two minutes").isNotNull();
        return element;
    }

    static class Refusing extends DelayQueueMessageConsumer {

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {
            throw new PermanentFailure("on purpose");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final BlockingQueue<DeadLetterEvent> dead = new LinkedBlockingQueue<>();
        final BlockingQueue<MessageExpiredEvent> expired = new LinkedBlockingQueue<>();
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @EventListener
        void on(DeadLetterEvent event) {
            dead.add(event);
        }

        @EventListener
        void on(MessageExpiredEvent event) {
            expired.add(event);
        }

        @Bean
        DispatchListener own() {
            return new DispatchListener() {
                @Override
                public void dead(DelayedMessage message, String error, Throwable cause) {
                    heard.add("dead " + message.id());
                }
            };
        }
    }
}
