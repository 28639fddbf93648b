package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Whether wake-ups arrive, as a gauge. */
@Timeout(900)
class SubscriptionGaugeTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private static ApplicationContextRunner on(ApplicationContextRunner runner) {
        return runner.withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("delay.redisson.metrics.refresh=100ms", "delay.redisson.health.timeout=200ms");
    }

    private static double value(ApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .get(DelayQueueMeter.SUBSCRIPTION.getName())
                .gauge()
                .value();
    }

    @Test
    void isOneWhileWakeUpsArriveAndZeroWhileTheyDoNot() {
        try (RedisServer redis = RedisServer.start()) {
            on(Runners.on(redis)).withBean(Collected.class).run(context -> {
                await().atMost(LONG).until(() -> value(context) == 1);

                redis.pause();
                await().atMost(LONG).until(() -> value(context) == 0);

                redis.resume();
                await().atMost(LONG).until(() -> value(context) == 1);
            });
        }
    }

    @Test
    void isNothingWhereNoWakeUpsAreNeeded() {
        try (RedisServer redis = RedisServer.start()) {
            on(Runners.on(redis))
                    .withPropertyValues("delay.redisson.auto-startup=false")
                    .withBean(Collected.class)
                    .run(context -> assertThat(value(context)).isNaN());
        }
    }

    @Test
    void isNotThereForAQueueOfTheApplicationsOwn() {
        on(Runners.plain())
                .withBean(Collected.class)
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build())
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .find(DelayQueueMeter.SUBSCRIPTION.getName())
                                .gauge())
                        .isNull());
    }
}
