package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionFactory;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.operations.TopicReadings;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What the health check says, and that it says it soon. */
@Timeout(900)
class HealthTest {

    private static ApplicationContextRunner runner(RedisServer redis) {
        return on(Runners.on(redis));
    }

    private static ApplicationContextRunner on(ApplicationContextRunner runner) {
        return runner.withConfiguration(AutoConfigurations.of(DelayQueueHealthAutoConfiguration.class))
                .withPropertyValues("delay.redisson.metrics.refresh=100ms");
    }

    private static Health health(ApplicationContext context) {
        return context.getBean("delayQueueHealthIndicator", HealthIndicator.class)
                .health();
    }

    /** The first answer with this status. A machine that is busy may make one or another wait for too long. */
    private static Health awaitStatus(ApplicationContext context, Status status) {
        return awaiting()
                .until(() -> health(context), health -> health.getStatus().equals(status));
    }

    private static ConditionFactory awaiting() {
        return await().atMost(Duration.ofMinutes(2));
    }

    @Test
    void isDownWhileRedisIsGoneAndUpAgainAfter() {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis).withBean(Collected.class).run(context -> {
                Health seen = awaitStatus(context, Status.UP);
                assertThat(seen.getDetails()).containsEntry("dispatching", true).containsEntry("subscription", "alive");

                redis.terminate();
                Health down = awaitStatus(context, Status.DOWN);
                assertThat((String) down.getDetails().get("reason")).contains("Redis");

                redis.restart();
                Health again = awaitStatus(context, Status.UP);
                assertThat(again.getDetails()).containsEntry("subscription", "alive");
            });
        }
    }

    @Test
    void isDownWhileRedisHangs() {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis).withBean(Collected.class).run(context -> {
                awaitStatus(context, Status.UP);

                redis.pause();
                Health down = awaitStatus(context, Status.DOWN);
                assertThat((String) down.getDetails().get("reason")).contains("Redis");

                redis.resume();
                awaitStatus(context, Status.UP);
            });
        }
    }

    /** A check that waited would never end. */
    @Test
    void doesNotWaitForAQueueThatHangs() {
        CountDownLatch hangs = new CountDownLatch(1);
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        DelayQueueMessage hanging = (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("paused")) {
                        hangs.await();
                    }
                    return method.invoke(queue, arguments);
                });
        on(Runners.plain())
                .withPropertyValues("delay.redisson.auto-startup=false", "delay.redisson.health.timeout=50ms")
                .withBean(DelayQueueMessage.class, () -> hanging)
                .run(context -> {
                    for (int i = 0; i < 3; i++) {
                        Health down = health(context);
                        assertThat(down.getStatus()).isEqualTo(Status.DOWN);
                        assertThat(down.getDetails()).containsEntry("reason", "Redis did not answer within 50 ms");
                    }
                    hangs.countDown();
                    awaitStatus(context, Status.UP);
                });
    }

    /** Its messages wait, which is no fault of this application: their age decides about the status. */
    @Test
    void tellsHowEachDestinationIs() {
        AtomicBoolean away = new AtomicBoolean(true);
        try (RedisServer redis = RedisServer.start()) {
            runner(redis)
                    .withBean("payments", DelayQueueMessageConsumer.class, () -> new MayBeAway(away))
                    .run(context -> {
                        context.getBean(DelayQueueMessageProducer.class).sendMessage("orders", "text", Duration.ZERO);

                        Health seen = awaiting()
                                .until(
                                        () -> health(context),
                                        health -> destinations(health).startsWith("unavailable for PT"));
                        assertThat(seen.getStatus()).isEqualTo(Status.UP);
                        assertThat(destinations(seen))
                                .endsWith(
                                        " (waiting topics: 1): org.delay.redisson.DestinationUnavailable: payments are closed");

                        away.set(false);
                        awaiting().until(() -> destinations(health(context)).equals("available"));
                    });
        }
    }

    private static String destinations(Health health) {
        return String.valueOf(((Map<?, ?>) health.getDetails().getOrDefault("destinations", Map.of())).get("payments"));
    }

    /** All else works: a user that may not subscribe any more, for example. */
    @Test
    void isOutOfServiceWhileSignalsDoNotArrive() {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis).withBean(Collected.class).run(context -> {
                awaitStatus(context, Status.UP);

                command(redis, "ACL SETUSER default resetchannels");
                Health seen = awaitStatus(context, Status.OUT_OF_SERVICE);
                assertThat(seen.getDetails()).containsEntry("subscription", "dead");
                assertThat((String) seen.getDetails().get("reason")).contains("Wake-ups");
            });
        }
    }

    @Test
    void isOutOfServiceWhileMessagesWaitTooLongUnlessTheyAreMeantTo() {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis)
                    .withBean(Busy.class)
                    .withPropertyValues("delay.redisson.health.max-overdue=1s", "delay.redisson.workers=1")
                    .run(context -> {
                        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                        producer.sendMessage("first", "text", Duration.ZERO);
                        awaiting().until(() -> queue.counts("first").leased() == 1);
                        producer.sendMessage("orders", "text", Duration.ZERO);

                        Health seen = awaitStatus(context, Status.OUT_OF_SERVICE);
                        assertThat((String) seen.getDetails().get("reason")).contains("more than 1s");
                        assertThat(((Map<?, ?>) seen.getDetails().get("overdue"))
                                        .keySet()
                                        .toString())
                                .isEqualTo("[orders]");

                        queue.pause("orders");
                        Health paused = awaitStatus(context, Status.UP);
                        assertThat(paused.getDetails()).containsEntry("paused", List.of("orders"));
                        context.getBean(Busy.class).done.countDown();
                    });
        }
    }

    @Test
    void isUpWhileTheLastHandlersAreWaitedFor() {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis)
                    .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                    .withBean(Busy.class)
                    .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=10m")
                    .run(context -> {
                        DelayQueueLifecycle lifecycle = context.getBean(DelayQueueLifecycle.class);
                        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                        context.getBean(DelayQueueMessageProducer.class).sendMessage("first", "text", Duration.ZERO);
                        awaiting().until(() -> queue.counts("first").leased() == 1);

                        CompletableFuture<Void> stop = CompletableFuture.runAsync(lifecycle::stop);
                        try {
                            awaiting().until(() -> !lifecycle.isRunning());
                            assertThat(awaitStatus(context, Status.UP).getDetails())
                                    .containsEntry("dispatching", false);
                            assertThat(stop).isNotDone();
                        } finally {
                            context.getBean(Busy.class).done.countDown();
                        }
                        stop.join();
                    });
        }
    }

    /** Those that do are to tell. */
    @Test
    void isUpWhileMessagesWaitThatOtherInstancesAreToDeliver() {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis)
                    .withBean(Listening.class)
                    .withPropertyValues("delay.redisson.health.max-overdue=1s")
                    .run(context -> {
                        context.getBean(DelayQueueMessageProducer.class).sendMessage("theirs", "text", Duration.ZERO);
                        TopicReadings readings = context.getBean(TopicReadings.class);
                        awaiting().until(() -> {
                            TopicReadings.Reading reading =
                                    readings.latest(Duration.ofSeconds(1)).orElse(null);
                            return reading != null
                                    && reading.counts().containsKey("theirs")
                                    && reading.counts()
                                                    .get("theirs")
                                                    .oldestOverdue()
                                                    .toSeconds()
                                            >= 2;
                        });

                        assertThat(awaitStatus(context, Status.UP).getDetails())
                                .containsEntry("dispatching", true)
                                .doesNotContainKey("overdue");
                    });
        }
    }

    /** By a connection of its own. */
    private static void command(RedisServer redis, String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                            .readLine())
                    .isEqualTo("+OK");
        }
    }

    @Test
    void isPartOfNothingWhereItIsSwitchedOffOrThereIsNoHealth() {
        try (RedisServer redis = RedisServer.start()) {
            ApplicationContextRunner sendOnly = on(Runners.sendOnly(redis));
            sendOnly.run(context ->
                    assertThat(awaitStatus(context, Status.UP).getDetails()).containsEntry("dispatching", false));
            sendOnly.withPropertyValues("management.health.delayqueue.enabled=false")
                    .run(context -> assertThat(context).doesNotHaveBean("delayQueueHealthIndicator"));
            sendOnly.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueHealthIndicator"));
        }
    }

    @Test
    void isDownWhileRedissClockIsBehindAndUpWhenItHasCaughtUp() {
        AtomicReference<Duration> behind = new AtomicReference<>(Duration.ofMinutes(59));
        on(Runners.plain())
                .withBean(DelayQueueMessage.class, () -> clockBehind(behind))
                .withBean(Collected.class)
                .run(context -> {
                    assertThat((String) awaitStatus(context, Status.DOWN)
                                    .getDetails()
                                    .get("reason"))
                            .contains("Redis's clock was set back", "in 59m");

                    behind.set(Duration.ZERO);
                    awaitStatus(context, Status.UP);
                });
    }

    /** Its clock is never behind by itself. */
    private static DelayQueueMessage clockBehind(AtomicReference<Duration> behind) {
        DelayQueueMessage queue = InMemoryDelayQueue.builder().build();
        return (DelayQueueMessage) Proxy.newProxyInstance(
                HealthTest.class.getClassLoader(),
                new Class<?>[] {DelayQueueMessage.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("clockBehind")) {
                        return behind.get();
                    }
                    try {
                        return method.invoke(queue, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void aQueueOfTheApplicationsOwnHasHealth() {
        on(Runners.plain())
                .withBean(
                        DelayQueueMessage.class,
                        () -> InMemoryDelayQueue.builder().build())
                .withBean(Collected.class)
                .run(context -> assertThat(awaitStatus(context, Status.UP)).isNotNull());
    }

    /** Receives one topic. */
    static class Listening {

        @DelayQueueListener(topics = "mine")
        void on(String body) {
            throw new AssertionError(body);
        }
    }

    /** A consumer that is at work for long. */
    static class Busy extends DelayQueueMessageConsumer {

        final CountDownLatch done = new CountDownLatch(1);

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) throws InterruptedException {
            done.await();
        }
    }
}
