package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.operations.SharedTopicReadings;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What gauges show of what is stored. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(900)
class QueueGaugesTest extends MetricsFixture {

    @Test
    void howManyThereAre() {
        runner("gauges").withPropertyValues("delay.redisson.auto-startup=false").run(context -> {
            DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
            producer.sendMessage("orders", "later", LATER);
            producer.sendMessage("orders", "now", Duration.ZERO);
            context.getBean(DelayQueueMessage.class).pause("orders");
            producer.sendMessage("others", "later", LATER);

            await().untilAsserted(() -> {
                assertThat(gauge(context, DelayQueueMeter.PENDING, "orders")).isEqualTo(2);
                assertThat(gauge(context, DelayQueueMeter.PENDING, "others")).isOne();
                assertThat(gauge(context, DelayQueueMeter.IN_FLIGHT, "orders")).isZero();
                assertThat(gauge(context, DelayQueueMeter.DEAD_LETTERS, "orders"))
                        .isZero();
                assertThat(gauge(context, DelayQueueMeter.OLDEST_OVERDUE, "orders"))
                        .isPositive();
                assertThat(gauge(context, DelayQueueMeter.OLDEST_OVERDUE, "others"))
                        .isZero();
                assertThat(gauge(context, DelayQueueMeter.PAUSED, "orders")).isOne();
                assertThat(gauge(context, DelayQueueMeter.PAUSED, "others")).isZero();
            });
        });
    }

    @Test
    void furtherTopicsAreCountedTogether(CapturedOutput output) {
        runner("many")
                .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.metrics.topics=2")
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    for (int i = 0; i < 5; i++) {
                        producer.sendMessage("t" + i, "text", LATER);
                    }

                    assertThat(counted(context, DelayQueueMeter.SCHEDULED, "topic", "other"))
                            .isEqualTo(3);
                    assertThat(counted(context, DelayQueueMeter.SCHEDULED, "topic", "t1"))
                            .isOne();
                    await().untilAsserted(() -> assertThat(gauge(context, DelayQueueMeter.PENDING, "other"))
                            .isEqualTo(3));
                    assertThat(context.getBean(MeterRegistry.class)
                                    .find(DelayQueueMeter.PENDING.getName())
                                    .gauges())
                            .hasSize(3);
                });
        assertThat(output).containsOnlyOnce("delay.redisson.metrics.topics");
    }

    /** A scrape that waited would never end. */
    @Test
    void aScrapeDoesNotWaitForAQueueThatHangs() throws InterruptedException {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        for (int i = 0; i < 20; i++) {
            queue.pause("t" + i);
        }
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        AtomicBoolean hanging = new AtomicBoolean();
        DelayQueueMessage watched = (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("counts") && hanging.get()) {
                        asked.countDown();
                        hangs.await();
                    }
                    return method.invoke(queue, arguments);
                });
        MeterRegistry registry = new SimpleMeterRegistry();
        TopicGauges gauges = new TopicGauges(
                registry, new SharedTopicReadings(watched, null, Duration.ofNanos(1)), new TopicTags(100));
        gauges.afterSingletonsInstantiated();
        await().untilAsserted(() -> assertThat(paused(registry)).hasSize(20).containsOnly(1.0));

        hanging.set(true);
        await().until(() -> paused(registry).size() == 20 && asked.getCount() == 0);
        queue.resume("t1");
        assertThat(paused(registry)).hasSize(20).containsOnly(1.0);
        hangs.countDown();

        await().untilAsserted(() -> assertThat(paused(registry)).contains(0.0));
        // A registry does not hold what its gauges show.
        gauges.destroy();
    }

    private static List<Double> paused(MeterRegistry registry) {
        double topics = registry.get(DelayQueueMeter.TOPICS.getName()).gauge().value();
        assertThat(topics).isPositive();
        return registry.find(DelayQueueMeter.PAUSED.getName()).gauges().stream()
                .map(Gauge::value)
                .toList();
    }

    @Test
    void gaugesShowNothingWhileRedisIsGone() {
        try (RedisServer other = RedisServer.start()) {
            runner("away")
                    .withPropertyValues("spring.data.redis.port=" + other.port(), "delay.redisson.auto-startup=false")
                    .run(context -> {
                        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                        producer.sendMessage("t1", "text", LATER);
                        await().untilAsserted(() -> assertThat(gauge(context, DelayQueueMeter.PENDING, "t1"))
                                .isOne());

                        other.kill();
                        await().atMost(LONG)
                                .untilAsserted(() -> assertThat(gauge(context, DelayQueueMeter.PENDING, "t1"))
                                        .isNaN());
                        other.restart();
                        await().atMost(LONG)
                                .untilAsserted(() -> assertThat(gauge(context, DelayQueueMeter.PAUSED, "t1"))
                                        .isZero());
                    });
        }
    }

    @Test
    void aQueueOfTheApplicationsOwnHasGaugesAndDeliveries() {
        InMemoryDelayQueue own = InMemoryDelayQueue.builder().build();
        Runners.plain()
                .withPropertyValues("delay.redisson.metrics.refresh=100ms")
                .withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(DelayQueueMessage.class, () -> own)
                .withBean(Collected.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", Duration.ZERO);
                    await().untilAsserted(
                                    () -> assertThat(counted(context, DelayQueueMeter.DELIVERED, "topic", "orders"))
                                            .isOne());
                    own.pause("paused");
                    await().untilAsserted(() -> assertThat(gauge(context, DelayQueueMeter.PAUSED, "paused"))
                            .isOne());
                });
    }
}
