package org.delay.redisson.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Base64;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** From the send to a receiver, by way of Redis, and what becomes of messages that the receiver does not take. */
@ExtendWith(OutputCaptureExtension.class)
class WebhookEndToEndTest {

    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static RedisServer redis;

    private final Receiver receiver = new Receiver();

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private static int services;

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, DelayQueueWebhookAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.enable=true",
                        "delay.redisson.register-service=webhooks-" + services++,
                        "spring.data.redis.port=" + redis.port(),
                        "spring.data.redis.timeout=15s",
                        "delay.redisson.retry.max-attempts=3",
                        "delay.redisson.retry.delay=10ms",
                        "delay.redisson.routes[order-*]=webhook",
                        "delay.redisson.webhook.allow-http=true",
                        "delay.redisson.webhook.allowed-networks=127.0.0.1",
                        "delay.redisson.webhook.targets[order-*].url=" + receiver.url(),
                        "delay.redisson.webhook.targets[order-*].secrets=" + SECRET);
    }

    private static void send(ApplicationContext context, String topic, String id) {
        context.getBean(DelayQueueMessageProducer.class)
                .sendMessage(OutgoingMessage.to(topic)
                        .id(id)
                        .body("the payload of " + id)
                        .delay(Duration.ofMillis(10))
                        .build());
    }

    private static StoredMessage find(ApplicationContext context, String topic, String id) {
        return context.getBean(DelayQueueMessage.class).find(topic, id).orElseThrow();
    }

    @Test
    void aMessageIsPostedWhenItIsDue() {
        application().run(context -> {
            send(context, "order-paid", "1");

            assertThat(receiver.next().body()).contains("\"the payload of 1\"", "\"order-paid\"");
            await().atMost(LONG)
                    .until(() -> context.getBean(DelayQueueMessage.class)
                            .find("order-paid", "1")
                            .isEmpty());
        });
    }

    @Test
    void aReceiverThatRefusesGetsTheMessageSoManyTimesAndThenItIsADeadLetter(CapturedOutput output) {
        receiver.reactBy(Receiver.status(500));
        application().run(context -> {
            send(context, "order-paid", "1");

            await().atMost(LONG).until(() -> find(context, "order-paid", "1").state() == State.DEAD);
            assertThat(receiver.all()).hasSize(3);
            assertThat(find(context, "order-paid", "1").error())
                    .contains("http://127.0.0.1:" + receiver.port() + " answered 500")
                    .doesNotContain("secret", "payload");
            assertThat(output)
                    .contains("answered 500")
                    .doesNotContain("secret-path", "secret-query", SECRET, "the payload");
        });
    }

    @Test
    void aReceiverThatIsBusyUsesUpNoAttempts() {
        receiver.reactBy(Receiver.status(503));
        application().run(context -> {
            send(context, "order-paid", "1");
            for (int i = 0; i < 4; i++) {
                assertThat(receiver.next().body()).contains("\"attempt\":1");
            }
            receiver.reactBy(Receiver.status(200));

            await().atMost(LONG)
                    .until(() -> context.getBean(DelayQueueMessage.class)
                            .find("order-paid", "1")
                            .isEmpty());
        });
    }

    @Test
    void aReceiverThatIsGonePausesTheTopic(CapturedOutput output) {
        receiver.reactBy(Receiver.status(410));
        application().run(context -> {
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            send(context, "order-paid", "1");
            await().atMost(LONG).until(() -> queue.paused().contains("order-paid"));
            assertThat(find(context, "order-paid", "1").failures()).isZero();
            assertThat(output)
                    .contains("answered 410: it wants no more messages of topic order-paid. The topic is paused");
            receiver.reactBy(Receiver.status(200));
            queue.resume("order-paid");

            await().atMost(LONG).until(() -> queue.find("order-paid", "1").isEmpty());
        });
    }

    @Test
    void aReceiverThatIsAwayDoesNotHoldUpTheOthers() {
        try (Receiver away = new Receiver()) {
            String url = away.url();
            away.close();
            application()
                    .withPropertyValues(
                            "delay.redisson.webhook.targets[order-lost-*].url=" + url,
                            "delay.redisson.webhook.targets[order-lost-*].secrets=" + SECRET)
                    .run(context -> {
                        IntStream.range(0, 20).forEach(i -> send(context, "order-lost-" + i, "1"));
                        IntStream.range(0, 50).forEach(i -> send(context, "order-paid", "" + i));

                        for (int i = 0; i < 50; i++) {
                            receiver.next();
                        }
                        IntStream.range(0, 20)
                                .forEach(i -> assertThat(find(context, "order-lost-" + i, "1")
                                                .failures())
                                        .isZero());
                    });
        }
    }

    @Test
    void topicsWithoutARouteAreNotPosted() {
        application().run(context -> {
            send(context, "mail", "1");
            send(context, "order-paid", "1");

            assertThat(receiver.next().body()).contains("\"order-paid\"");
            assertThat(find(context, "mail", "1").failures()).isZero();
            assertThat(receiver.all()).isEmpty();
        });
    }

    @Test
    void whatIsWrongKeepsTheApplicationFromStarting() {
        fails(
                "delay.redisson.routes[mail]=webhook",
                "Route 'delay.redisson.routes[mail]' names the consumer 'webhook', but no target has a URL for all of its topics");
        fails(
                "delay.redisson.webhook.allow-http=false",
                "the URL must begin with 'https://', since 'delay.redisson.webhook.allow-http' is false");
        fails("delay.redisson.webhook.targets[order-*].url=ftp://x/", "the URL must begin with 'https://'");
        fails("delay.redisson.webhook.targets[order-*].url=http://me:secret@x/", "neither a user nor a fragment");
        fails("delay.redisson.webhook.targets[order-*].url=http://x/ y", "the URL is malformed at character 9");
        fails("delay.redisson.webhook.targets[order-*].secrets=hunter2", "a secret must begin with 'whsec_'");
        fails("delay.redisson.webhook.allowed-networks=localhost", "'localhost' is not a network such as 10.1.0.0/16");
        fails("delay.redisson.webhook.timeout=2m", "timeout must be 100ms to 1m, but is 2m");
    }

    private void fails(String property, String reason) {
        application()
                .withPropertyValues(property)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(reason)
                        .satisfies(
                                failure -> assertThat(String.valueOf(failure)).doesNotContain("hunter2")));
    }

    /** Whoever posts nothing needs no client. */
    @Test
    void theClientIsOptional() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, DelayQueueWebhookAutoConfiguration.class))
                .withPropertyValues(
                        "delay.redisson.enable=true",
                        "delay.redisson.auto-startup=false",
                        "spring.data.redis.port=" + redis.port())
                .withClassLoader(new FilteredClassLoader("org.apache.hc"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("webhook"));
    }
}
