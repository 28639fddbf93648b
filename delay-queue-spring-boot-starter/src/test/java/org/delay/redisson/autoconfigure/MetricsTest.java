package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.operations.SharedTopicReadings;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** What meters show of what happens. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(180)
class MetricsTest {

    private static final Duration LATER = Duration.ofHours(1);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static ApplicationContextRunner runner(String service) {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "delay.redisson.register-service=" + service,
                        "delay.redisson.metrics.refresh=100ms",
                        "delay.redisson.retry.delay=10ms");
    }

    private static double counted(ApplicationContext context, DelayQueueMeter meter, String... tags) {
        var counter = context.getBean(MeterRegistry.class)
                .find(meter.getName())
                .tags(tags)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private static double gauge(ApplicationContext context, DelayQueueMeter meter, String topic) {
        MeterRegistry registry = context.getBean(MeterRegistry.class);
        // As a scrape does, which reads all of them.
        double unused = registry.get(DelayQueueMeter.TOPICS.getName()).gauge().value();
        var gauge = registry.find(meter.getName()).tag("topic", topic).gauge();
        return gauge == null ? Double.NaN : gauge.value();
    }

    @Test
    void sendsByWhatBecameOfThemAndCancels() {
        runner("sends").withPropertyValues("delay.redisson.auto-startup=false").run(context -> {
            DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            producer.sendMessage(message("a").build());
            producer.sendMessage(message("a").build());
            producer.sendMessageAsync(message("a").onDuplicate(OnDuplicate.KEEP).build())
                    .join();
            producer.sendMessages(List.of(message("b").build(), message("c").build()));
            queue.addDelayQueue("text", 1, TimeUnit.HOURS, "orders");
            producer.cancel("orders", "a");
            producer.cancel("orders", "a");

            assertThat(counted(context, DelayQueueMeter.SCHEDULED, "topic", "orders", "outcome", "scheduled"))
                    .isEqualTo(4);
            assertThat(counted(context, DelayQueueMeter.SCHEDULED, "topic", "orders", "outcome", "replaced"))
                    .isOne();
            assertThat(counted(context, DelayQueueMeter.SCHEDULED, "topic", "orders", "outcome", "kept"))
                    .isOne();
            assertThat(counted(context, DelayQueueMeter.CANCELLED, "topic", "orders", "outcome", "cancelled"))
                    .isOne();
            assertThat(context.getBean(MeterRegistry.class)
                            .get(DelayQueueMeter.SEND.getName())
                            .tag("outcome", "success")
                            .timer()
                            .count())
                    .isEqualTo(5);
        });
    }

    @Test
    void deliveriesAndHowLateTheyWere() {
        runner("deliveries")
                .withBean(DelayQueueMessageConsumer.class, Moody::new)
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    producer.sendMessage("orders", "fine", Duration.ofMillis(10));
                    producer.sendMessage("orders", "again", Duration.ofMillis(10));
                    producer.sendMessage("orders", "never", Duration.ofMillis(10));
                    producer.sendMessage(OutgoingMessage.to("stale")
                            .body("fine")
                            .dueTime(Instant.EPOCH.plusSeconds(1))
                            .timeToLive(Duration.ZERO)
                            .build());

                    await().untilAsserted(() -> {
                        assertThat(counted(context, DelayQueueMeter.DELIVERED, "topic", "orders"))
                                .isEqualTo(2);
                        assertThat(counted(context, DelayQueueMeter.RETRIED, "topic", "orders"))
                                .isOne();
                        assertThat(counted(context, DelayQueueMeter.DEAD, "topic", "orders"))
                                .isOne();
                        assertThat(counted(context, DelayQueueMeter.EXPIRED, "topic", "stale"))
                                .isOne();
                    });

                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    Timer first = lateness(registry, "first");
                    assertThat(first.count()).isOne();
                    assertThat(first.takeSnapshot().histogramCounts()).hasSize(18);
                    assertThat(Arrays.stream(first.takeSnapshot().histogramCounts())
                                    .filter(bucket -> bucket.bucket(TimeUnit.HOURS) == 1)
                                    .findFirst()
                                    .orElseThrow()
                                    .count())
                            .isOne();
                    assertThat(lateness(registry, "again").count()).isOne();
                    assertThat(lateness(registry, "again").totalTime(TimeUnit.MILLISECONDS))
                            .isGreaterThanOrEqualTo(8);
                    assertThat(registry.get(DelayQueueMeter.CLAIM.getName())
                                    .tag("outcome", "claimed")
                                    .timer()
                                    .count())
                            .isPositive();
                });
    }

    private static Timer lateness(MeterRegistry registry, String attempt) {
        return registry.get(DelayQueueMeter.LATENESS.getName())
                .tags("topic", "orders", "attempt", attempt)
                .timer();
    }

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
    void aScrapeDoesNotWaitForAQueueThatHangs() {
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
        new TopicGauges(registry, new SharedTopicReadings(watched, null, Duration.ofNanos(1)), new TopicTags(100))
                .afterSingletonsInstantiated();
        await().untilAsserted(() -> assertThat(paused(registry)).hasSize(20).containsOnly(1.0));

        hanging.set(true);
        await().until(() -> paused(registry).size() == 20 && asked.getCount() == 0);
        queue.resume("t1");
        assertThat(paused(registry)).hasSize(20).containsOnly(1.0);
        hangs.countDown();

        await().untilAsserted(() -> assertThat(paused(registry)).contains(0.0));
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
    void nothingWithoutARegistryOrByProperty() {
        ApplicationContextRunner sendOnly = Runners.sendOnly(redis)
                .withConfiguration(AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class));
        sendOnly.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(QueueMeters.class);
            assertThat(context.getBean(DelayQueueMessage.class)).isNotInstanceOf(InterceptedDelayQueue.class);
        });
        sendOnly.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("delay.redisson.metrics.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(QueueMeters.class));
        sendOnly.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(QueueMeters.class));
        sendOnly.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("delay.redisson.enable=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(QueueMeters.class));
    }

    @Test
    void aQueueOfTheApplicationsOwnHasGaugesAndDeliveries() {
        InMemoryDelayQueue own = InMemoryDelayQueue.builder().build();
        Runners.plain()
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

    private static OutgoingMessage.Builder message(String id) {
        return OutgoingMessage.to("orders").id(id).body("text").delay(LATER);
    }

    /** Does with a message what it says. */
    static class Moody extends DelayQueueMessageConsumer {

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {
            String body = messages.get(0).body();
            if (body.equals("never")) {
                throw new PermanentFailure("on purpose", null);
            }
            if (body.equals("again") && messages.get(0).attempt() == 1) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Override
        public void readWith(BodyConverter converter) {}
    }
}
