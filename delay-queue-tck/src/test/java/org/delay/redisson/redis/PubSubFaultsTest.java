package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.awaiting;
import static org.delay.redisson.redis.Steps.message;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.slf4j.LoggerFactory;

/** Signals are hints: what befalls them must befall nothing else. */
class PubSubFaultsTest {

    private static RedisServer start(boolean bundled) {
        return (bundled ? RedisServer.builder().bundled() : RedisServer.builder()).start();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSubscriptionComesBackEachTimeThatItsConnectionIsKilled(boolean bundled) {
        try (RedisServer server = start(bundled);
                RedisCli cli = RedisCli.of(server)) {
            RedissonClient client = Clients.of(server);
            AtomicInteger subscribed = new AtomicInteger();
            AtomicInteger heard = new AtomicInteger();
            Steps steps = Steps.on(client);
            try (Subscription subscription = steps.queue().subscribe(counting(subscribed, heard))) {
                for (int i = 0; i < 5; i++) {
                    int before = subscribed.get();
                    cli.call("CLIENT", "KILL", "TYPE", "pubsub");
                    awaiting().until(() -> subscribed.get() > before);

                    int heardBefore = heard.get();
                    steps.send(message("a").delay(Duration.ofHours(20 - i)));
                    awaiting().until(() -> heard.get() > heardBefore);
                }
            } finally {
                client.shutdown();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoMayNotPublishCanSend(boolean bundled) {
        try (RedisServer server = start(bundled)) {
            RedisCli.once(server, "ACL", "SETUSER", "mute", "on", ">secret", "~*", "+@all", "resetchannels");
            RedissonClient client = Clients.to(server.uri().replace("redis://", "redis://mute:secret@"), single -> {});
            try {
                Steps steps = Steps.on(client);

                assertThat(steps.send(message("a").delay(Duration.ZERO)).outcome())
                        .isEqualTo(Outcome.SCHEDULED);
                awaiting().until(() -> !steps.queue().poll(0).due().isEmpty());
                var lease = steps.claim().lease();
                assertThat(steps.release(lease, "a")).isEmpty();
                steps.queue().repair(java.util.List.of(Steps.TOPIC));
                assertThat(Steps.ids(steps.claim())).containsExactly("a");
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    void aListenerThatFailsIsToldOnceHoweverManySignalsCome() {
        Logger logger = (Logger) LoggerFactory.getLogger(WakeUpSignals.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (RedisServer server = start(false)) {
            RedissonClient client = Clients.of(server);
            AtomicInteger heard = new AtomicInteger();
            WakeUpListener failing = new WakeUpListener() {
                @Override
                public void wakeUp(int shard, String topic, Duration in) {
                    heard.incrementAndGet();
                    throw new IllegalStateException("planted");
                }

                @Override
                public void subscribed() {}
            };
            Steps steps = Steps.on(client);
            try (Subscription subscription = steps.queue().subscribe(failing)) {
                for (int i = 0; i < 20; i++) {
                    steps.send(message("id-" + i).delay(Duration.ofHours(40 - i)));
                }
                awaiting().until(heard::get, number -> number == 20);
            } finally {
                client.shutdown();
            }
            assertThat(log.list).hasSize(1);
        } finally {
            logger.detachAppender(log);
        }
    }

    private static WakeUpListener counting(AtomicInteger subscribed, AtomicInteger heard) {
        return new WakeUpListener() {
            @Override
            public void wakeUp(int shard, String topic, Duration in) {
                heard.incrementAndGet();
            }

            @Override
            public void subscribed() {
                subscribed.incrementAndGet();
            }
        };
    }
}
