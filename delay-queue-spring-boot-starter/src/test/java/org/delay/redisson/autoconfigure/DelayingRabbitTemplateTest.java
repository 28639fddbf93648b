package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.rabbit.DelayingRabbitTemplate;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.AmqpIllegalStateException;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.MessagePropertiesBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.amqp.rabbit.AsyncRabbitTemplate;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.amqp.autoconfigure.RabbitTemplateCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Messages that the application's own template sends later. */
@SuppressWarnings("JavaUtilDate") // The type of the protocol's client.
class DelayingRabbitTemplateTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long HOUR = 3_600_000;

    /** Each test has an exchange and a queue of its own. */
    private final String name = "offers-" + UUID.randomUUID();

    private static RedisServer redis;
    private static RabbitBroker broker;

    @BeforeAll
    static void start() {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        redis = RedisServer.start();
        broker = RabbitBroker.start();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
            redis.close();
        }
    }

    private ApplicationContextRunner application() {
        return sender().withUserConfiguration(Receiver.class);
    }

    private ApplicationContextRunner sender() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueRabbitTemplateAutoConfiguration.class, RabbitAutoConfiguration.class))
                .withPropertyValues(
                        "spring.rabbitmq.port=" + broker.port(),
                        "receiver.name=" + name,
                        "delay.redisson.rabbit.intercept=true");
    }

    private static RabbitTemplate template(ApplicationContext context) {
        return context.getBean(RabbitTemplate.class);
    }

    private static String next(BlockingQueue<String> confirms) throws InterruptedException {
        String told = confirms.poll(60, TimeUnit.SECONDS);
        assertThat(told).as("a confirm within a minute").isNotNull();
        return told;
    }

    private static byte[] binary(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static Message delayed(Object delay, String id) {
        return MessageBuilder.withBody(binary(10))
                .setMessageId(id)
                .setHeader(MessageProperties.X_DELAY, delay)
                .build();
    }

    private CancelResult cancel(ApplicationContext context, String id) {
        return context.getBean(DelayQueueMessageProducer.class).cancel(DelayingRabbitTemplate.delayTopic(name), id);
    }

    @Test
    void aMessageArrivesByteForByteWhenItIsDue() {
        application().run(context -> {
            MessageProperties properties = MessagePropertiesBuilder.newInstance()
                    .setContentType("application/x-thing")
                    .setContentEncoding("none")
                    .setDeliveryMode(MessageDeliveryMode.NON_PERSISTENT)
                    .setPriority(3)
                    .setCorrelationId("correlation")
                    .setReplyTo("replies")
                    .setExpiration("60000")
                    .setTimestamp(Date.from(Instant.ofEpochSecond(1_700_000_000L)))
                    .setType("type")
                    .setAppId("app")
                    .setHeader("text", "ä😀")
                    .setHeader("int", 1)
                    .setHeader("long", 5_000_000_000L)
                    .setHeader("decimal", new BigDecimal("12.34"))
                    .setHeader("bytes", binary(3))
                    .setHeader("table", Map.of("list", List.of(1, "two")))
                    .build();
            properties.setDelayLong(300L);

            Instant before = Instant.now();
            template(context).send(name, "offer.new", new Message(binary(300), properties));

            Arrival arrival = context.getBean(Receiver.class).next();
            MessageProperties got = arrival.message().getMessageProperties();
            assertThat(arrival.at()).isAfterOrEqualTo(before.plusMillis(290));
            assertThat(arrival.message().getBody()).isEqualTo(binary(300));
            assertThat(got.getReceivedExchange()).isEqualTo(name);
            assertThat(got.getReceivedRoutingKey()).isEqualTo("offer.new");
            assertThat(got.getReceivedDelayLong()).isNull();
            assertThat(got.getContentType()).isEqualTo("application/x-thing");
            assertThat(got.getContentEncoding()).isEqualTo("none");
            assertThat(got.getReceivedDeliveryMode()).isEqualTo(MessageDeliveryMode.NON_PERSISTENT);
            assertThat(got.getPriority()).isEqualTo(3);
            assertThat(got.getCorrelationId()).isEqualTo("correlation");
            assertThat(got.getReplyTo()).isEqualTo("replies");
            assertThat(got.getExpiration()).isEqualTo("60000");
            assertThat(got.getTimestamp()).isEqualTo(Date.from(Instant.ofEpochSecond(1_700_000_000L)));
            assertThat(got.getType()).isEqualTo("type");
            assertThat(got.getAppId()).isEqualTo("app");
            assertThat(got.getMessageId()).isEqualTo(properties.getMessageId());
            assertThat(got.getHeaders())
                    .containsEntry("text", "ä😀")
                    .containsEntry("int", 1)
                    .containsEntry("long", 5_000_000_000L)
                    .containsEntry("decimal", new BigDecimal("12.34"))
                    .containsEntry("bytes", binary(3))
                    .containsEntry("table", Map.of("list", List.of(1, "two")))
                    .containsEntry(Headers.ID, properties.getMessageId());
        });
    }

    @Test
    void aMessageWithoutADelayGoesStraightToRabbit() {
        application().run(context -> {
            for (Object none : new Object[] {0, -5L, "0"}) {
                template(context).send(name, "offer.new", delayed(none, null));
                assertThat(context.getBean(Receiver.class)
                                .next()
                                .message()
                                .getMessageProperties()
                                .getHeaders())
                        .doesNotContainKey(Headers.ID);
            }
            template(context).convertAndSend(name, "offer.new", "now");
            assertThat(context.getBean(Receiver.class).next().message().getBody())
                    .isEqualTo("now".getBytes(StandardCharsets.UTF_8));
        });
    }

    /** As the plugin: any type of number, also as text. */
    @Test
    void theDelayMayHaveAnyTypeOfNumber() {
        application().run(context -> {
            for (Object delay : new Object[] {
                HOUR,
                (int) HOUR,
                (double) HOUR,
                String.valueOf(HOUR),
                " " + HOUR + ".5",
                "3.6e6",
                "3600000".getBytes(StandardCharsets.UTF_8)
            }) {
                String id = UUID.randomUUID().toString();
                template(context).convertAndSend(name, "offer.new", "body", message -> {
                    message.getMessageProperties().setMessageId(id);
                    message.getMessageProperties().setHeader(MessageProperties.X_DELAY, delay);
                    return message;
                });

                assertThat(cancel(context, id)).as("%s", delay.getClass()).isEqualTo(CancelResult.CANCELLED);
            }
        });
    }

    @Test
    void theSenderLearnsAGeneratedId() {
        application().run(context -> {
            AtomicReference<Message> sent = new AtomicReference<>();
            template(context).convertAndSend(name, "offer.new", "body", message -> {
                message.getMessageProperties().setDelayLong(HOUR);
                sent.set(message);
                return message;
            });

            assertThat(cancel(context, sent.get().getMessageProperties().getMessageId()))
                    .isEqualTo(CancelResult.CANCELLED);
        });
    }

    @Test
    void anIdThatTheQueueCanNotHaveIsReplaced() {
        application().run(context -> {
            template(context).send(name, "offer.new", delayed(200, "i".repeat(250)));
            template(context).send(name, "offer.new", delayed(200, "a\nb"));

            Receiver receiver = context.getBean(Receiver.class);
            assertThat(List.of(receiver.next(), receiver.next()))
                    .extracting(
                            arrival -> arrival.message().getMessageProperties().getMessageId())
                    .containsExactlyInAnyOrder("i".repeat(250), "a\nb");
        });
    }

    /** RabbitMQ does not compare message ids, nor did the plugin. */
    @Test
    void twoMessagesWithOneIdBothArrive() {
        application().run(context -> {
            template(context).send(name, "offer.new", delayed(500, "same"));
            CorrelationData second = new CorrelationData();
            template(context).send(name, "offer.old", delayed(500, "same"), second);

            assertThat(second.getFuture().get(60, TimeUnit.SECONDS).ack()).isTrue();
            Receiver receiver = context.getBean(Receiver.class);
            assertThat(List.of(receiver.next(), receiver.next()))
                    .extracting(
                            arrival -> arrival.message().getMessageProperties().getReceivedRoutingKey())
                    .containsExactlyInAnyOrder("offer.new", "offer.old");
        });
    }

    @Test
    void theCorrelationDataTellsWhetherItIsStored() {
        application().withPropertyValues("delay.redisson.limits.body-size=1KB").run(context -> {
            BlockingQueue<String> confirms = new LinkedBlockingQueue<>();
            template(context)
                    .setConfirmCallback((data, ack, cause) ->
                            confirms.add((data == null ? "none" : data.getId()) + " " + ack + " " + cause));
            CorrelationData stored = new CorrelationData("c1");
            template(context).send(name, "offer.new", delayed(HOUR, "c1"), stored);
            assertThat(stored.getFuture().get(60, TimeUnit.SECONDS).ack()).isTrue();
            CorrelationData refused = new CorrelationData("c2");
            Message large = new Message(binary(2000));
            large.getMessageProperties().setDelayLong(HOUR);

            template(context).send(name, "offer.new", large, refused);

            CorrelationData.Confirm confirm = refused.getFuture().get(60, TimeUnit.SECONDS);
            assertThat(confirm.ack()).isFalse();
            assertThat(confirm.reason()).contains("body");
            // As with Spring's template, the callback may come after the future, and so after the next message's.
            assertThat(List.of(next(confirms), next(confirms)))
                    .contains("c1 true null")
                    .anyMatch(told -> told.startsWith("c2 false body"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> template(context).send(name, "offer.new", large))
                    .withMessageContaining("body");
        });
    }

    @Test
    void whatIsNotStoredIsWarnedAboutOnceAMinute() {
        Logger logger = (Logger) LoggerFactory.getLogger(DelayingRabbitTemplate.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        application().withPropertyValues("delay.redisson.limits.body-size=1KB").run(context -> {
            for (int i = 0; i < 20; i++) {
                CorrelationData refused = new CorrelationData();
                Message large = new Message(binary(2000));
                large.getMessageProperties().setDelayLong(HOUR);
                template(context).send(name, "offer.new", large, refused);
                assertThat(refused.getFuture().get(60, TimeUnit.SECONDS).ack()).isFalse();
            }
        });
        logger.detachAppender(log);

        assertThat(log.list).hasSize(1);
    }

    @Test
    void aDelayThatIsNoNumberOrTooLongIsRefused() {
        application().run(context -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> template(context).send(name, "k", delayed("soon", null)))
                    .withMessage(
                            "header 'x-delay' must be a number of milliseconds, but is 'soon'; the message was not sent");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> template(context).send(name, "k", delayed(Long.MAX_VALUE, null)))
                    .withMessageContaining("delay");
        });
    }

    @Test
    void whatCanNotBeDelayedIsRefusedAndNotSentAtOnce() {
        application().run(context -> {
            assertThatExceptionOfType(AmqpIllegalStateException.class)
                    .isThrownBy(() -> template(context).sendAndReceive(name, "k", delayed(HOUR, null)))
                    .withMessageContaining("a request that waits for its reply");
            AsyncRabbitTemplate asynchronous = new AsyncRabbitTemplate(template(context));
            asynchronous.start();
            assertThatExceptionOfType(AmqpException.class)
                    .isThrownBy(() -> asynchronous.sendAndReceive(name, "k", delayed(HOUR, null)))
                    .withStackTraceContaining("a request that waits for its reply");
            asynchronous.stop();
            template(context).addBeforePublishPostProcessors(message -> {
                message.getMessageProperties().setDelayLong(HOUR);
                return message;
            });
            assertThatExceptionOfType(AmqpIllegalStateException.class)
                    .isThrownBy(() -> template(context).convertAndSend(name, "k", "body"));
        });
    }

    /** Boot's properties and customizers apply, and so does what the template does before it publishes. */
    @Test
    void itIsBootsTemplateOtherwise() {
        application()
                .withPropertyValues("spring.rabbitmq.template.exchange=" + name)
                .withBean(RabbitTemplateCustomizer.class, () -> template -> {
                    template.setRoutingKey("offer.default");
                    template.setChannelTransacted(true);
                    template.setUserIdExpressionString("'guest'");
                    template.addBeforePublishPostProcessors(message -> {
                        message.getMessageProperties().setHeader("processed", true);
                        return message;
                    });
                })
                .run(context -> {
                    template(context).send(delayed(200, null));
                    template(context).invoke(operations -> {
                        operations.send(delayed(200, null));
                        return null;
                    });

                    Receiver receiver = context.getBean(Receiver.class);
                    for (int i = 0; i < 2; i++) {
                        MessageProperties got = receiver.next().message().getMessageProperties();
                        assertThat(got.getReceivedRoutingKey()).isEqualTo("offer.default");
                        assertThat(got.getReceivedUserId()).isEqualTo("guest");
                        assertThat(got.getHeaders()).containsEntry("processed", true);
                    }
                });
    }

    @Test
    void itIsStoredWhileRabbitIsDown() {
        sender().withPropertyValues("spring.rabbitmq.port=1").run(context -> {
            template(context).send(name, "offer.new", delayed(HOUR, "early"));

            assertThat(cancel(context, "early")).isEqualTo(CancelResult.CANCELLED);
        });
    }

    @Test
    void itArrivesAfterARestartOfBrokerAndApplication() {
        Instant before = Instant.now();
        sender().withPropertyValues("delay.redisson.auto-startup=false")
                .run(context -> template(context).send(name, "offer.new", delayed(3_000, "kept")));
        broker.keepDeclarations();
        broker.restart();

        application().run(context -> {
            Arrival arrival = context.getBean(Receiver.class).next();
            assertThat(arrival.at()).isAfterOrEqualTo(before.plusMillis(2_990));
            assertThat(arrival.message().getMessageProperties().getMessageId()).isEqualTo("kept");
        });
    }

    @Test
    void whatHasNoQueueOrIsNoEnvelopeBecomesADeadLetter() {
        application()
                .withPropertyValues("delay.redisson.retry.max-attempts=2", "delay.redisson.retry.delay=10ms")
                .run(context -> {
                    DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                    String topic = DelayingRabbitTemplate.delayTopic(name);
                    template(context).send(name, "nobody", delayed(1, "lost"));
                    context.getBean(DelayQueueMessageProducer.class)
                            .sendMessage(OutgoingMessage.to(topic)
                                    .id("broken")
                                    .body(Map.of("a", 1))
                                    .delay(Duration.ZERO)
                                    .build());

                    for (String id : List.of("lost", "broken")) {
                        await().atMost(LONG)
                                .until(() -> queue.find(topic, id)
                                        .filter(stored -> stored.state() == State.DEAD)
                                        .isPresent());
                    }
                    assertThat(queue.find(topic, "lost").orElseThrow().error())
                            .contains("no queue for exchange '" + name + "' and routing key 'nobody'");
                    assertThat(queue.find(topic, "broken").orElseThrow().error())
                            .contains("envelope of format 1");
                });
    }

    @Test
    void bootsOwnTemplateStaysUnlessItIsAskedFor() {
        application()
                .withPropertyValues("delay.redisson.rabbit.intercept=false")
                .run(context -> assertThat(template(context)).isNotInstanceOf(DelayingRabbitTemplate.class));
    }

    record Arrival(Message message, Instant at) {}

    @Configuration(proxyBeanMethods = false)
    static class Receiver {

        private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

        @Bean
        TopicExchange offers(@Value("${receiver.name}") String name) {
            return new TopicExchange(name);
        }

        @Bean
        Queue offersQueue(TopicExchange offers) {
            return new Queue(offers.getName());
        }

        @Bean
        Binding offersBinding(TopicExchange offers, Queue offersQueue) {
            return BindingBuilder.bind(offersQueue).to(offers).with("offer.*");
        }

        @RabbitListener(queues = "${receiver.name}")
        void on(Message message) {
            arrivals.add(new Arrival(message, Instant.now()));
        }

        Arrival next() throws InterruptedException {
            Arrival arrival = arrivals.poll(60, TimeUnit.SECONDS);
            assertThat(arrival).as("an arrival within a minute").isNotNull();
            return arrival;
        }
    }
}
