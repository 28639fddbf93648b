package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.rabbit.DelayingMessageRecoverer;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.ContainerCustomizer;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitOperations;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecoverer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.backoff.FixedBackOff;

/** Messages whose listener failed come back later. */
class DelayedRabbitRetriesTest {

    private static RedisServer redis;
    private static RabbitBroker broker;

    private final String queue = "orders-" + UUID.randomUUID();

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

    private ApplicationContextRunner application(Duration pause) {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(RabbitAutoConfiguration.class))
                .withPropertyValues(
                        "spring.rabbitmq.port=" + broker.port(),
                        "spring.rabbitmq.listener.simple.retry.enabled=true",
                        "spring.rabbitmq.listener.simple.retry.max-retries=0",
                        "listener.queue=" + queue,
                        "listener.pause=" + pause.toMillis())
                .withUserConfiguration(Listener.class);
    }

    private static void send(RabbitOperations rabbit, String queue, String body, String id) {
        rabbit.send(
                queue,
                MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                        .setMessageId(id)
                        .setHeader("own", 7)
                        .build());
    }

    private static String text(Message message) {
        return new String(message.getBody(), StandardCharsets.UTF_8);
    }

    /** The others are in the queue before the first attempt, so the message comes back behind them. */
    @Test
    void afterThreeFailuresItSucceedsWhileOthersGoOn() {
        application(Duration.ofMillis(100))
                .withPropertyValues("spring.rabbitmq.listener.simple.auto-startup=false")
                .run(context -> {
                    context.getBean(RabbitAdmin.class).initialize();
                    context.getBean(RabbitTemplate.class).invoke(oneChannel -> {
                        send(oneChannel, queue, "fail 3", "4711");
                        for (int i = 0; i < 20; i++) {
                            send(oneChannel, queue, "other " + i, null);
                        }
                        return oneChannel;
                    });
                    context.getBean(RabbitListenerEndpointRegistry.class).start();

                    Listener listener = context.getBean(Listener.class);
                    for (int i = 0; i < 20; i++) {
                        assertThat(text(listener.next())).isEqualTo("other " + i);
                    }
                    Message back = listener.next();
                    MessageProperties properties = back.getMessageProperties();
                    assertThat(text(back)).isEqualTo("fail 3");
                    assertThat(properties.getMessageId()).isEqualTo("4711");
                    assertThat(properties.getReceivedExchange()).isEmpty();
                    assertThat(properties.getReceivedRoutingKey()).isEqualTo(queue);
                    assertThat(properties.getHeaders())
                            .containsEntry("own", 7)
                            .containsKey(Headers.ID)
                            .containsEntry(DelayingMessageRecoverer.FAILURES, 3)
                            .containsEntry(RepublishMessageRecoverer.X_EXCEPTION_MESSAGE, "failure 3")
                            .containsEntry(RepublishMessageRecoverer.X_ORIGINAL_EXCHANGE, "")
                            .containsEntry(RepublishMessageRecoverer.X_ORIGINAL_ROUTING_KEY, queue);
                    assertThat(properties.getHeaders().get(RepublishMessageRecoverer.X_EXCEPTION_STACKTRACE))
                            .asString()
                            .contains("IllegalStateException");
                });
    }

    @Test
    void afterTheLastAttemptItIsADeadLetter() {
        application(Duration.ofMillis(10)).run(context -> {
            send(context.getBean(RabbitTemplate.class), queue, "fail 99", "4712");

            Message dead = context.getBean(RabbitTemplate.class).receive(queue + ".dead", 60_000);
            assertThat(dead).isNotNull();
            assertThat(text(dead)).isEqualTo("fail 99");
            assertThat(dead.getMessageProperties().getHeaders())
                    .containsEntry("own", 7)
                    .containsEntry(DelayingMessageRecoverer.FAILURES, 4)
                    .containsEntry(RepublishMessageRecoverer.X_ORIGINAL_EXCHANGE, "")
                    .containsEntry(RepublishMessageRecoverer.X_ORIGINAL_ROUTING_KEY, queue);
        });
    }

    @Test
    void allMessagesOfABatchComeBack() {
        application(Duration.ofMillis(10))
                .withPropertyValues(
                        "spring.rabbitmq.listener.simple.batch-size=3",
                        "spring.rabbitmq.listener.simple.consumer-batch-enabled=true")
                .withUserConfiguration(BatchListener.class)
                .run(context -> {
                    List<String> sent = List.of("first", "second", "third");
                    sent.forEach(body -> send(context.getBean(RabbitTemplate.class), queue + ".batch", body, null));

                    BatchListener listener = context.getBean(BatchListener.class);
                    for (int i = 0; i < sent.size(); i++) {
                        assertThat(listener.arrivals.poll(60, TimeUnit.SECONDS)).isNotNull();
                    }
                    assertThat(listener.failed).containsAll(sent);
                });
    }

    /** Stateful retries let the attempt end, with its transaction, before the message is stored. */
    @Test
    void whatAFailedAttemptSentInItsTransactionIsRolledBack() {
        application(Duration.ofMillis(10))
                .withPropertyValues("spring.rabbitmq.listener.simple.retry.stateless=false")
                .withUserConfiguration(TransactedListener.class)
                .run(context -> {
                    RabbitTemplate template = context.getBean(RabbitTemplate.class);
                    send(template, queue + ".transacted", "once", "4714");

                    BlockingQueue<Message> arrivals = context.getBean(TransactedListener.class).arrivals;
                    assertThat(arrivals.poll(60, TimeUnit.SECONDS)).isNotNull();
                    Message back = arrivals.poll(60, TimeUnit.SECONDS);
                    assertThat(back).isNotNull();
                    assertThat(back.getMessageProperties().getHeaders())
                            .containsEntry(DelayingMessageRecoverer.FAILURES, 1);
                    Message sent = template.receive(queue + ".dead", 60_000);
                    assertThat(sent).isNotNull();
                    assertThat(text(sent)).isEqualTo("attempt 2");
                    context.getBean(RabbitListenerEndpointRegistry.class).stop();
                    assertThat(template.receive(queue + ".dead")).isNull();
                });
    }

    /** The state that a crash leaves behind: the message is stored, and RabbitMQ has no ack. */
    @Test
    void aCrashBeforeTheAckDeliversItTwice() {
        application(Duration.ofMillis(10)).run(context -> {
            RabbitTemplate template = context.getBean(RabbitTemplate.class);
            String other = queue + ".dead";
            send(template, other, "twice", "4713");
            var connection = context.getBean(ConnectionFactory.class).createConnection();
            var channel = connection.createChannel(false);
            await().atMost(Duration.ofSeconds(60)).until(() -> channel.messageCount(other) == 1);
            var unacked = channel.basicGet(other, false);
            MessageProperties properties = new MessageProperties();
            properties.setMessageId(unacked.getProps().getMessageId());
            properties.setConsumerQueue(other);

            context.getBean(DelayingMessageRecoverer.class)
                    .recover(new Message(unacked.getBody(), properties), new IllegalStateException("failed"));
            channel.abort();

            for (int i = 0; i < 2; i++) {
                Message arrived = template.receive(other, 60_000);
                assertThat(arrived).isNotNull();
                assertThat(arrived.getMessageProperties().getMessageId()).isEqualTo("4713");
            }
        });
    }

    /** Fails on all first deliveries. */
    @Configuration(proxyBeanMethods = false)
    static class BatchListener {

        private final Set<String> failed = ConcurrentHashMap.newKeySet();
        private final BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();

        @Bean
        static Queue batches(@Value("${listener.queue}") String name) {
            return new Queue(name + ".batch");
        }

        @RabbitListener(queues = "${listener.queue}.batch", batch = "true")
        void on(List<Message> messages) {
            List<String> bodies =
                    messages.stream().map(DelayedRabbitRetriesTest::text).toList();
            if (failed.addAll(bodies)) {
                throw new IllegalStateException("The batch failed");
            }
            arrivals.addAll(bodies);
        }
    }

    /** Sends, and fails on the first delivery. */
    @Configuration(proxyBeanMethods = false)
    static class TransactedListener {

        private final BlockingQueue<Message> arrivals = new LinkedBlockingQueue<>();
        private final AtomicInteger attempts = new AtomicInteger();
        private final RabbitTemplate transacted;
        private final String name;

        TransactedListener(ConnectionFactory connections, @Value("${listener.queue}") String name) {
            this.name = name;
            transacted = new RabbitTemplate(connections);
            transacted.setChannelTransacted(true);
        }

        @Bean
        static Queue transacted(@Value("${listener.queue}") String name) {
            return new Queue(name + ".transacted");
        }

        @Bean
        static ContainerCustomizer<SimpleMessageListenerContainer> inTransactions() {
            return container -> container.setChannelTransacted(true);
        }

        @RabbitListener(queues = "${listener.queue}.transacted")
        void on(Message message) {
            arrivals.add(message);
            transacted.convertAndSend(name + ".dead", "attempt " + attempts.incrementAndGet());
            if (message.getMessageProperties().getHeader(DelayingMessageRecoverer.FAILURES) == null) {
                throw new IllegalStateException("failed after the send");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listener {

        private final BlockingQueue<Message> arrivals = new LinkedBlockingQueue<>();

        @Bean
        static Queue orders(@Value("${listener.queue}") String name) {
            return new Queue(name);
        }

        @Bean
        static Queue dead(@Value("${listener.queue}") String name) {
            return new Queue(name + ".dead");
        }

        @Bean
        static DelayingMessageRecoverer recoverer(
                RabbitTemplate template,
                ObjectProvider<DelayQueueMessage> delayQueue,
                @Value("${listener.queue}") String name,
                @Value("${listener.pause}") long pause) {
            return new DelayingMessageRecoverer(
                    template, "", name + ".dead", new FixedBackOff(pause, 3), delayQueue::getObject);
        }

        @RabbitListener(queues = "${listener.queue}")
        void on(Message message) {
            int failures = message.getMessageProperties().getHeaders().get(DelayingMessageRecoverer.FAILURES)
                            instanceof Integer number
                    ? number
                    : 0;
            String text = text(message);
            if (text.startsWith("fail ") && failures < Integer.parseInt(text.substring(5))) {
                throw new IllegalStateException("failure " + (failures + 1));
            }
            arrivals.add(message);
        }

        Message next() throws InterruptedException {
            Message arrival = arrivals.poll(60, TimeUnit.SECONDS);
            assertThat(arrival).as("an arrival within a minute").isNotNull();
            return arrival;
        }
    }
}
