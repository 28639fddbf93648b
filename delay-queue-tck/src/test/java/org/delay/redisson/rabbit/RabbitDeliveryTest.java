package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.tck.server.RabbitBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

@Timeout(600)
class RabbitDeliveryTest {

    private static final Duration LEASE = Duration.ofSeconds(90);
    private static final Duration SHORT_LEASE = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static RabbitBroker broker;

    private CachingConnectionFactory connections;
    private RabbitAdmin admin;
    private RabbitTemplate template;
    private RabbitRoute route = RabbitRoute.QUEUE_OF_TOPIC;
    private RabbitSimpleMessageProducer producer;
    private DelayQueueMessageConsumer consumer;

    @BeforeAll
    static void startBroker() {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        broker = RabbitBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void connect() {
        connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        admin = new RabbitAdmin(connections);
        template = new RabbitTemplate(connections);
        use(LEASE);
    }

    @AfterEach
    void disconnect() {
        producer.close();
        connections.destroy();
    }

    @Test
    void aMessageHasTheBodyHeadersIdAndPriority() throws Exception {
        declare("whole");
        DelayedMessage message = new DelayedMessage(
                "whole",
                "id-ä",
                "{\"a\":\"😀\"}",
                "key",
                Map.of("trace", "œ", "empty", ""),
                Instant.parse("2026-01-02T03:04:05Z"),
                9,
                3);

        consumer.deliver("whole", List.of(message));

        Message received = receive("whole");
        assertThat(new String(received.getBody(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":\"😀\"}");
        assertThat(received.getMessageProperties().getMessageId()).isEqualTo("id-ä");
        assertThat(received.getMessageProperties().getPriority()).isEqualTo(9);
        assertThat(received.getMessageProperties().getContentType()).isEqualTo("application/json");
        assertThat(received.getMessageProperties().getReceivedDeliveryMode()).isEqualTo(MessageDeliveryMode.PERSISTENT);
        assertThat(received.getMessageProperties().getHeaders())
                .containsEntry("trace", "œ")
                .containsEntry("empty", "")
                .containsEntry("delay-id", "id-ä")
                .containsEntry("delay-due-time", "2026-01-02T03:04:05.000Z")
                .containsEntry("delay-priority", "9")
                .containsEntry("delay-attempt", "3");
    }

    @Test
    void theMessagesOfABatchKeepTheirOrder() throws Exception {
        declare("batch");

        consumer.deliver("batch", numbered("batch", 200));

        assertThat(bodies("batch", 200))
                .containsExactlyElementsOf(numbered("batch", 200).stream()
                        .map(DelayedMessage::body)
                        .toList());
    }

    @Test
    void aMessageWithoutAQueueFailsNamingIt() {
        Throwable failure = catchThrowable(() -> consumer.deliver("nowhere", numbered("nowhere", 1)));

        assertThat(failure)
                .isInstanceOf(RuntimeException.class)
                .isNotInstanceOf(DestinationUnavailable.class)
                .hasMessageContaining("RabbitMQ has no queue 'nowhere'");
    }

    @Test
    void aMessageThatNoBindingMatchesFailsNamingExchangeAndKey() {
        route = message -> new Address("amq.direct", "eu." + message.topic());
        use(LEASE);

        Throwable failure = catchThrowable(() -> consumer.deliver("unbound", numbered("unbound", 1)));

        assertThat(failure).hasMessageContaining("'amq.direct'").hasMessageContaining("'eu.unbound'");
    }

    @Test
    void onlyTheMessagesOfAMissingExchangeFail() throws Exception {
        declare("half");
        route = message -> message.priority() == 1 ? new Address("missing", "x") : new Address("", message.topic());
        use(LEASE);
        List<DelayedMessage> batch = List.of(
                message("half", "a", "1", 0),
                message("half", "b", "2", 1),
                message("half", "c", "3", 0),
                message("half", "d", "4", 1));

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("half", batch));

        assertThat(failure.causes()).containsOnlyKeys("b", "d");
        assertThat(failure.causes().get("b")).hasMessageContaining("RabbitMQ has no exchange 'missing'");
        assertThat(failure.causes().values())
                .allSatisfy(cause -> assertThat(cause)
                        .isInstanceOfSatisfying(
                                DestinationUnavailable.class,
                                refusal -> assertThat(refusal.isOfMessageOnly()).isTrue()));
        assertThat(bodies("half", 2)).containsExactly("1", "3");
    }

    @Test
    void onlyTheMessageThatTheBrokerRefusesFails() throws Exception {
        declare("refused");
        route = message -> {
            // Longer than the protocol allows, so that the client refuses it.
            String key = message.id().equals("b") ? "k".repeat(300) : message.topic();
            return new Address("", key);
        };
        use(LEASE);
        List<DelayedMessage> batch = List.of(
                message("refused", "a", "1", 0), message("refused", "b", "2", 0), message("refused", "c", "3", 0));

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("refused", batch));

        assertThat(failure.causes()).containsOnlyKeys("b");
        assertThat(distinctBodies("refused", 2)).containsExactlyInAnyOrder("1", "3");
    }

    @Test
    void onlyTheMessagesWithoutAnAddressFail() throws Exception {
        declare("addressed");
        route = message -> switch (message.id()) {
            case "none" -> null;
            case "no-key" -> new Address("", null);
            case "thrown" -> throw new IllegalArgumentException("no country");
            default -> new Address("", message.topic());
        };
        use(LEASE);
        List<DelayedMessage> batch = List.of(
                message("addressed", "none", "1", 0),
                message("addressed", "no-key", "2", 0),
                message("addressed", "thrown", "3", 0),
                message("addressed", "good", "4", 0));

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("addressed", batch));

        assertThat(failure.causes()).containsOnlyKeys("none", "no-key", "thrown");
        assertThat(failure.causes().get("none")).hasMessageContaining("RabbitRoute");
        assertThat(failure.causes().get("no-key")).hasMessageContaining("RabbitRoute");
        assertThat(failure.causes().get("thrown")).hasMessage("no country");
        assertThat(bodies("addressed", 1)).containsExactly("4");
    }

    /** The client refuses headers that do not fit into a frame (131,072 bytes). */
    @Test
    void headersThatAreTooLargeAreNeverTriedAgain() throws Exception {
        declare("headers");
        DelayedMessage large = new DelayedMessage(
                "headers", "large", "1", null, Map.of("h", "x".repeat(140_000)), Instant.now(), 4, 1);
        List<DelayedMessage> batch = List.of(message("headers", "a", "0", 4), large, message("headers", "b", "2", 4));

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("headers", batch));

        assertThat(failure.causes()).containsOnlyKeys("large");
        assertThat(failure.causes().get("large")).isInstanceOf(PermanentFailure.class);
        assertThat(distinctBodies("headers", 2)).containsExactlyInAnyOrder("0", "2");
    }

    /** A message id of AMQP has at most 255 bytes. */
    @Test
    void anIdThatIsTooLongForAMessageIdIsInAHeader() throws Exception {
        declare("long-id");
        String id = "\u5355".repeat(200);

        consumer.deliver("long-id", List.of(message("long-id", id, "1", 4)));
        Throwable unroutable = catchThrowable(
                () -> consumer.deliver("long-id-nowhere", List.of(message("long-id-nowhere", id, "1", 4))));

        assertThat(receive("long-id").getMessageProperties().getHeaders()).containsEntry("delay-id", id);
        assertThat(unroutable).hasMessageContaining("RabbitMQ has no queue 'long-id-nowhere'");
    }

    @Test
    void aLargeBodyArrives() throws Exception {
        declare("large");
        String body = "b".repeat(16_000_000);

        consumer.deliver("large", List.of(message("large", "a", body, 4)));

        assertThat(receive("large").getBody()).hasSize(16_000_000);
    }

    @Test
    void aClosedProducerUsesUpNoAttempt() {
        declare("closed");
        producer.close();

        Throwable failure = catchThrowable(() -> consumer.deliver("closed", numbered("closed", 2)));

        assertThat(failure)
                .isInstanceOfSatisfying(
                        DestinationUnavailable.class,
                        unavailable -> assertThat(unavailable.mayStillArrive()).isFalse());
        assertThat(template.receive("closed")).isNull();
    }

    @Test
    void closingEndsWhatIsRunning() throws Exception {
        declare("closing");
        consumer.deliver("closing", numbered("closing", 1));
        broker.pause();
        try {
            CompletableFuture<Throwable> failure = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> consumer.deliver("closing", numbered("closing", 1))));
            // Again, since the delivery may not have begun; then it would fail, too.
            await().atMost(LONG).until(() -> {
                producer.close();
                return failure.isDone();
            });

            assertThat(failure.get()).isInstanceOf(DestinationUnavailable.class).hasMessageContaining("closed");
        } finally {
            broker.resume();
        }
    }

    @Test
    void anErrorOnThePublishersThreadIsNotWaitedFor() {
        connections.setConnectionNameStrategy(unused -> {
            throw new OutOfMemoryError("a test's");
        });

        Throwable failure = catchThrowable(() -> consumer.deliver("error", numbered("error", 1)));

        assertThat(failure).isInstanceOf(DestinationUnavailable.class).hasMessageContaining("a test's");
    }

    /** What is published so late has too little time for its confirm. */
    @Test
    void aChannelThatComesLatePublishesNothing() throws Exception {
        declare("late");
        use(SHORT_LEASE);
        connections.setConnectionNameStrategy(unused -> {
            await().pollDelay(SHORT_LEASE.dividedBy(2)).until(() -> true);
            return "late";
        });

        Throwable failure = catchThrowable(() -> consumer.deliver("late", numbered("late", 1)));

        assertThat(failure)
                .hasMessageContaining("too long")
                .isInstanceOfSatisfying(
                        DestinationUnavailable.class,
                        unavailable -> assertThat(unavailable.mayStillArrive()).isFalse());
        consumer.deliver("late", numbered("late", 1));
        assertThat(template.receive("late", LONG.toMillis())).isNotNull();
        assertThat(template.receive("late")).isNull();
    }

    @Test
    void anInterruptedThreadPublishesNothing() {
        declare("before");
        Thread.currentThread().interrupt();

        Throwable failure = catchThrowable(() -> consumer.deliver("before", numbered("before", 2)));

        assertThat(Thread.interrupted()).isFalse();
        assertThat(failure).isInstanceOf(InterruptedException.class);
        assertThat(template.receive("before")).isNull();
    }

    @Test
    void aFullQueueUsesUpNoAttempt() {
        admin.declareQueue(QueueBuilder.durable("full")
                .maxLength(1L)
                .overflow(QueueBuilder.Overflow.rejectPublish)
                .build());

        PartialFailure failure =
                catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("full", numbered("full", 3)));

        assertThat(failure.causes()).hasSize(2);
        assertThat(failure.causes().values())
                .allSatisfy(cause -> assertThat(cause)
                        .isInstanceOfSatisfying(
                                DestinationUnavailable.class,
                                unavailable ->
                                        assertThat(unavailable.isOfTopicOnly()).isTrue()));
    }

    @Test
    void aForbiddenExchangeUsesUpNoAttempt() {
        broker.ctl("add_user", "reader", "secret");
        broker.ctl("set_permissions", "reader", "", "", ".*");
        connections.destroy();
        connections.setUsername("reader");
        connections.setPassword("secret");

        Throwable failure = catchThrowable(() -> consumer.deliver("forbidden", numbered("forbidden", 2)));

        assertThat(failure)
                .isInstanceOfSatisfying(
                        DestinationUnavailable.class,
                        unavailable -> assertThat(unavailable.isOfTopicOnly()).isTrue())
                .hasMessageContaining("Grant it write");
    }

    @Test
    void aMissingExchangeOfATopicUsesUpNoAttempt() {
        route = RabbitRoute.byTopic(topic -> new Address("missing", topic));
        use(LEASE);

        Throwable failure = catchThrowable(() -> consumer.deliver("nowhere", numbered("nowhere", 2)));

        assertThat(failure)
                .isInstanceOfSatisfying(
                        DestinationUnavailable.class,
                        unavailable -> assertThat(unavailable.isOfTopicOnly()).isTrue())
                .hasMessageContaining("RabbitMQ has no exchange 'missing'");
    }

    /** With permissions by topic, each routing key of an exchange may be refused by itself, which closes the channel. */
    @Test
    void onlyTheMessagesOfAForbiddenKeyWait() throws Exception {
        declare("keys");
        admin.declareBinding(new Binding("keys", Binding.DestinationType.QUEUE, "amq.topic", "#", null));
        broker.ctl("add_user", "bykey", "secret");
        broker.ctl("set_permissions", "bykey", "", ".*", ".*");
        broker.ctl("set_topic_permissions", "bykey", "amq.topic", "^free", ".*");
        CachingConnectionFactory restricted = new CachingConnectionFactory("127.0.0.1", broker.port());
        restricted.setUsername("bykey");
        restricted.setPassword("secret");
        try (RabbitSimpleMessageProducer byKey = RabbitSimpleMessageProducer.from(
                restricted,
                message -> new Address("amq.topic", message.priority() == 1 ? "closed" : "free"),
                "application/json",
                LEASE)) {
            List<DelayedMessage> batch = List.of(
                    message("keys", "a", "1", 0),
                    message("keys", "b", "2", 1),
                    message("keys", "c", "3", 0),
                    message("keys", "d", "4", 1));

            for (int time = 0; time < 2; time++) {
                PartialFailure failure = catchThrowableOfType(
                        PartialFailure.class, () -> new RabbitDelayQueueMessageConsumer(byKey).deliver("keys", batch));

                assertThat(failure.causes()).containsOnlyKeys("b", "d");
                assertThat(failure.causes().get("b"))
                        .isInstanceOfSatisfying(
                                DestinationUnavailable.class,
                                refusal -> assertThat(refusal.isOfMessageOnly()).isTrue())
                        .hasMessageContaining("routing key 'closed'");
                assertThat(distinctBodies("keys", 2)).containsExactlyInAnyOrder("1", "3");
            }
        } finally {
            restricted.destroy();
        }
    }

    @Test
    void aBrokerThatIsDownUsesUpNoAttempt() throws Exception {
        declare("down");
        broker.keepDeclarations();
        consumer.deliver("down", numbered("down", 1));
        broker.kill();
        try {
            Throwable failure = catchThrowable(() -> consumer.deliver("down", numbered("down", 1)));

            assertThat(failure).isInstanceOf(DestinationUnavailable.class);
        } finally {
            broker.restart();
        }
        await().atMost(LONG)
                .untilAsserted(() -> assertThatCode(() -> consumer.deliver("down", numbered("down", 1)))
                        .doesNotThrowAnyException());
        assertThat(bodies("down", 2)).hasSize(2);
    }

    @Test
    void aBrokerThatDoesNotAnswerUsesUpNoAttempt() throws Exception {
        route = message -> new Address("", message.topic());
        use(SHORT_LEASE);
        declare("paused");
        consumer.deliver("paused", numbered("paused", 1));
        broker.pause();
        try {
            Throwable failure = catchThrowable(() -> consumer.deliver("paused", numbered("paused", 1)));

            assertThat(failure).isInstanceOfSatisfying(DestinationUnavailable.class, unavailable -> {
                assertThat(unavailable.mayStillArrive()).isTrue();
                assertThat(unavailable.isOfTopicOnly()).isFalse();
                assertThat(unavailable.isOfMessageOnly()).isFalse();
            });
        } finally {
            broker.resume();
        }
    }

    @Test
    void anAlarmBlocksNobodyAndUsesUpNoAttempt() throws Exception {
        declare("alarm");
        consumer.deliver("alarm", numbered("alarm", 1));
        connectAgainForAnother();
        broker.ctl("set_vm_memory_high_watermark", "0.00001");
        try {
            Throwable failure = catchThrowable(() -> consumer.deliver("alarm", numbered("alarm", 1)));
            Set<Thread> threads = publisherThreads();

            assertThat(failure).isInstanceOf(DestinationUnavailable.class).hasMessageContaining("blocks");
            int others = 20;
            for (int i = 0; i < others; i++) {
                Throwable next = catchThrowable(() -> consumer.deliver("alarm", numbered("alarm", 1)));
                assertThat(next)
                        .hasMessageContaining("blocks")
                        .isInstanceOfSatisfying(
                                DestinationUnavailable.class,
                                unavailable ->
                                        assertThat(unavailable.mayStillArrive()).isFalse());
            }
            // The first one waits for its channel's end; the others must not. A thread that has just answered may not
            // be idle yet.
            assertThat(publisherThreads()).hasSizeLessThan(threads.size() + others / 2);
        } finally {
            broker.ctl("set_vm_memory_high_watermark", "0.4");
        }
        await().atMost(LONG)
                .untilAsserted(() -> assertThatCode(() -> consumer.deliver("alarm", numbered("alarm", 1)))
                        .doesNotThrowAnyException());
    }

    @Test
    void anAlarmEndsWithItsConnection() throws Exception {
        declare("restarted");
        consumer.deliver("restarted", numbered("restarted", 1));
        broker.ctl("set_vm_memory_high_watermark", "0.00001");
        Throwable failure = catchThrowable(() -> consumer.deliver("restarted", numbered("restarted", 1)));

        broker.restart();

        assertThat(failure).hasMessageContaining("blocks");
        await().atMost(LONG)
                .untilAsserted(() -> assertThatCode(() -> {
                            // A queue that is seconds old may not survive a SIGKILL. Here it need not.
                            declare("restarted");
                            consumer.deliver("restarted", numbered("restarted", 1));
                        })
                        .doesNotThrowAnyException());
    }

    @Test
    void nothingIsLostWhenTheBrokerIsKilled() throws Exception {
        declare("killed");
        broker.keepDeclarations();
        int number = Integer.getInteger("rabbit.messages", 8_000);
        CompletableFuture<Set<String>> confirmed = CompletableFuture.supplyAsync(() -> deliverAll("killed", number));
        for (int kill = 0; kill < 2; kill++) {
            int before = (kill + 1) * number / 4;
            await().atMost(LONG).until(() -> delivered >= before || confirmed.isDone());
            broker.kill();
            broker.restart();
        }

        Set<String> ids = confirmed.get(5, TimeUnit.MINUTES);

        assertThat(ids).hasSize(number);
        assertThat(distinctBodies("killed", number)).hasSize(number);
    }

    @Test
    void anInterruptedDeliverySaysWhatMayHaveArrived() throws Exception {
        declare("interrupted");
        consumer.deliver("interrupted", numbered("interrupted", 1));
        broker.pause();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread thread = new Thread(() ->
                failure.complete(catchThrowable(() -> consumer.deliver("interrupted", numbered("interrupted", 1)))));
        try {
            thread.start();
            await().atMost(LONG).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            thread.interrupt();

            assertThat(failure.get(60, TimeUnit.SECONDS)).isNotNull();
        } finally {
            broker.resume();
        }
    }

    private volatile int delivered;

    /** As the engine does: again, until each message is confirmed. */
    private Set<String> deliverAll(String topic, int number) {
        Set<String> confirmed = new LinkedHashSet<>();
        List<DelayedMessage> all = numbered(topic, number);
        for (int i = 0; i < number; i += 200) {
            List<DelayedMessage> open = new ArrayList<>(all.subList(i, Math.min(i + 200, number)));
            while (!open.isEmpty()) {
                Throwable failure = catchThrowable(() -> consumer.deliver(topic, open));
                if (failure instanceof PartialFailure partial) {
                    open.removeIf(message -> !partial.causes().containsKey(message.id()));
                } else if (failure == null) {
                    open.clear();
                }
            }
            all.subList(i, Math.min(i + 200, number)).forEach(message -> confirmed.add(message.id()));
            delivered = confirmed.size();
        }
        return confirmed;
    }

    private void use(Duration lease) {
        if (producer != null) {
            producer.close();
        }
        producer = RabbitSimpleMessageProducer.from(connections, route, "application/json", lease);
        consumer = new RabbitDelayQueueMessageConsumer(producer);
    }

    /** As a {@code RabbitTemplate} with {@code usePublisherConnection} does. */
    private void connectAgainForAnother() {
        CachingConnectionFactory publishers = (CachingConnectionFactory) connections.getPublisherConnectionFactory();
        publishers.resetConnection();
        assertThat(publishers.createConnection().isOpen()).isTrue();
    }

    private static Set<Thread> publisherThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delay-queue-rabbit-"))
                .collect(Collectors.toSet());
    }

    private void declare(String queue) {
        admin.declareQueue(new Queue(queue));
    }

    private Message receive(String queue) {
        Message message = template.receive(queue, LONG.toMillis());
        assertThat(message).isNotNull();
        return message;
    }

    private List<String> bodies(String queue, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new String(receive(queue).getBody(), StandardCharsets.UTF_8))
                .toList();
    }

    private Set<String> distinctBodies(String queue, int number) {
        Set<String> bodies = new LinkedHashSet<>();
        await().atMost(LONG).until(() -> {
            Message message = template.receive(queue, 1_000);
            while (message != null) {
                bodies.add(new String(message.getBody(), StandardCharsets.UTF_8));
                message = template.receive(queue);
            }
            return bodies.size() >= number;
        });
        return bodies;
    }

    private static List<DelayedMessage> numbered(String topic, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> message(topic, "id-" + i, Integer.toString(i), 4))
                .toList();
    }

    private static DelayedMessage message(String topic, String id, String body, int priority) {
        return new DelayedMessage(topic, id, body, null, Map.of(), Instant.now(), priority, 1);
    }
}
