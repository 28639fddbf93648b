package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** What meters count of what happens. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(900)
class MetricsTest extends MetricsFixture {

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

    /** A counter that begins with 1 has no increase. */
    @Test
    void countersAndGaugesAreThereBeforeTheFirstEvent() {
        runner("first")
                .withPropertyValues("delay.redisson.auto-startup=false")
                .run(context -> context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "a", LATER));
        MeterRegistry[] registry = {null};
        runner("first").withBean(Consumer.class).run(context -> {
            registry[0] = context.getBean(MeterRegistry.class);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(registry[0]
                                    .find(DelayQueueMeter.PENDING.getName())
                                    .tag("topic", "orders")
                                    .gauge())
                            .isNotNull());
            assertThat(registry[0]
                            .get(DelayQueueMeter.PENDING.getName())
                            .gauge()
                            .value())
                    .isOne();
            for (DelayQueueMeter meter : List.of(
                    DelayQueueMeter.DEAD,
                    DelayQueueMeter.RETRIED,
                    DelayQueueMeter.DELIVERED,
                    DelayQueueMeter.EXPIRED,
                    DelayQueueMeter.SCHEDULED,
                    DelayQueueMeter.CANCELLED)) {
                assertThat(registry[0]
                                .get(meter.getName())
                                .tag("topic", "orders")
                                .counter()
                                .count())
                        .isZero();
            }
            assertThat(registry[0]
                            .get(DelayQueueMeter.SEND.getName())
                            .tag("outcome", "failure")
                            .timer()
                            .count())
                    .isZero();
        });
    }

    /** Also of topics that began here. */
    @Test
    void aNewTopicHasItsCountersAtItsFirstSend() {
        runner("new-topic")
                .withPropertyValues("delay.redisson.auto-startup=false")
                .run(context -> {
                    context.getBean(DelayQueueMessageProducer.class).sendMessage("fresh", "a", LATER);

                    // A send may return a moment before it is counted.
                    RequiredSearch dead = context.getBean(MeterRegistry.class)
                            .get(DelayQueueMeter.DEAD.getName())
                            .tag("topic", "fresh");
                    await().ignoreExceptionsInstanceOf(MeterNotFoundException.class)
                            .untilAsserted(
                                    () -> assertThat(dead.counter().count()).isZero());
                });
    }

    static class Consumer extends Collected {}

    @Test
    void deliveriesAndHowLateTheyWere() {
        runner("deliveries")
                .withBean(DelayQueueMessageConsumer.class, Moody::new)
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    producer.sendMessage("orders", "fine", Duration.ofMillis(10));
                    producer.sendMessage("orders", "again", Duration.ofMillis(10));
                    producer.sendMessage("orders", "never", Duration.ofMillis(10));
                    DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                    queue.pause("stale");
                    Receipt stale = producer.sendMessage(OutgoingMessage.to("stale")
                            .body("fine")
                            .delay(Duration.ZERO)
                            .timeToLive(Duration.ofMillis(1))
                            .build());
                    await().until(() -> Instant.now().isAfter(stale.dueTime().plusMillis(10)));
                    queue.resume("stale");

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
    void whichDestinationsAreAvailableAndWhichTopicsWait() {
        AtomicBoolean away = new AtomicBoolean();
        runner("destinations")
                .withBean("payments", DelayQueueMessageConsumer.class, () -> new MayBeAway(away))
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    producer.sendMessage("orders", "text", Duration.ZERO);
                    await().untilAsserted(() -> assertThat(counted(
                                    context, DelayQueueMeter.DELIVERED, "topic", "orders", "destination", "payments"))
                            .isOne());
                    assertThat(available(context)).isOne();

                    away.set(true);
                    producer.sendMessage("orders", "text", Duration.ZERO);
                    producer.sendMessage("bills", "text", Duration.ZERO);
                    await().until(() -> available(context) == 0);
                    await().until(() ->
                            counted(context, DelayQueueMeter.DEFERRED, "reason", "destination_unavailable") > 0);

                    away.set(false);
                    await().until(() -> available(context) == 1);
                    context.getBean(DelayQueueLifecycle.class).stop();
                    assertThat(available(context)).isNaN();
                });
    }

    private static double available(ApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .get(DelayQueueMeter.DESTINATION_AVAILABLE.getName())
                .tag("destination", "payments")
                .gauge()
                .value();
    }

    @Test
    void soManyDestinationsAreNamedAndTheOthersCountedTogether(CapturedOutput output) {
        DestinationTags tags = new DestinationTags(2, topic -> "of-" + topic);

        assertThat(Stream.of("a", "b", "c", "d", "a").map(tags::ofTopic))
                .containsExactly("of-a", "of-b", "other", "other", "of-a");

        assertThat(output).containsOnlyOnce("Meters name at most 2 destinations, so destination of-c and others");
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
