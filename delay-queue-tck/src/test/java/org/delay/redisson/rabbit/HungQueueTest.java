package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Lateness;
import org.delay.redisson.system.Report;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

/** A queue that confirms nothing, as one without a quorum does, holds up what goes to it, and nothing else. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class HungQueueTest {

    /** An attempt takes up to 9 s. */
    private static final Duration LEASE = Duration.ofSeconds(15);

    private static final Duration SHORT_LEASE = Duration.ofSeconds(3);
    private static final Duration SUSPECTED = Duration.ofSeconds(3);
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** An attempt lasts until its queue goes on, however slow the machine is. */
    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MESSAGES = 100;
    private static final Duration APART = Duration.ofMillis(200);

    private static final Duration P50 = Duration.ofMillis(300);

    /** While a queue is not suspected yet, its messages take up workers. */
    private static final Duration MAX = Duration.ofSeconds(3);

    /** Of each queue: two until it is suspected, then one for each attempt. */
    private static final int MOST_COPIES = 6;

    private static RabbitBroker broker;

    /** The common pool may have fewer threads than there are calls that block. */
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final Map<String, Duration> lateness = new ConcurrentHashMap<>();
    private final AtomicInteger copies = new AtomicInteger();
    private final Queue<String> atFault = new ConcurrentLinkedQueue<>();

    private final DispatchListener listener = new DispatchListener() {
        @Override
        public boolean isNonBlocking() {
            return true;
        }

        @Override
        public void delivered(DelayedMessage message, Duration late, Duration took) {
            if (message.attempt() > 1) {
                atFault.add(message.id() + " at attempt " + message.attempt());
            }
        }

        @Override
        public void retried(DelayedMessage message, Throwable cause, Duration delay) {
            atFault.add(message.id() + ": " + cause);
        }
    };

    @BeforeAll
    static void startBroker() {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        broker = RabbitBroker.start();
    }

    @AfterEach
    void stopThreads() {
        threads.shutdown();
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    /** Also if more queues hang than there are workers. With four, there are fewer than messages for a queue while one is tried. */
    @ParameterizedTest
    @CsvSource({"1, 4, 4", "6, 2, 4", "6, 2, 2"})
    void itsNeighboursInTheTopicAreDelivered(int queues, int oneHungOf, int workers) {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        List<String> hung = IntStream.range(0, queues)
                .mapToObj(i -> "hung-" + i + "-of-" + queues + "-" + workers)
                .toList();
        String free = "free-of-" + queues + "-" + workers;
        hung.forEach(queue -> declare(connections, queue, free));
        RabbitSimpleMessageProducer producer = RabbitSimpleMessageProducer.from(
                connections,
                message -> new Address("", message.headers().getOrDefault("queue", free)),
                "application/json",
                LEASE);
        hang(hung.toArray(String[]::new));
        SimpleMessageListenerContainer ofFree = listener(connections, free);
        SimpleMessageListenerContainer ofHung = listener(connections, hung.toArray(String[]::new));
        ofFree.start();
        try (RedisServer redis = RedisServer.start();
                Application application = Application.of(redis.uri(), "hung-queue-" + queues + "-" + workers)
                        .dispatching(
                                DispatchSettings.DEFAULTS.toBuilder()
                                        .lease(LEASE)
                                        .workers(workers)
                                        .build(),
                                TopicRules.NONE,
                                listener,
                                new RabbitDelayQueueMessageConsumer(producer),
                                UnaryOperator.identity())) {
            DelayQueueMessage queue = application.queue();
            queue.schedule(messages(hung, oneHungOf));

            await().atMost(LONG).until(() -> lateness.size() == MESSAGES - MESSAGES / oneHungOf);
            assertThat(lateness.keySet()).allMatch(id -> id.startsWith("free"));
            assertThat(copies).hasValue(0);
            Lateness neighbours = Lateness.of(lateness.values());
            Report.say(
                    "Neighbours of queues that do not confirm",
                    "%d queues, %d workers: %s",
                    queues,
                    workers,
                    neighbours);
            assertThat(neighbours.percentile(50)).isLessThan(P50);
            assertThat(neighbours.max()).isLessThan(MAX);

            goOn(hung.toArray(String[]::new));
            ofHung.start();

            await().atMost(LONG).until(() -> lateness.size() == MESSAGES);
            assertThat(atFault).isEmpty();
            assertThat(copies).hasValueLessThanOrEqualTo(MOST_COPIES * queues);
        } finally {
            ofHung.destroy();
            ofFree.destroy();
            producer.close();
            connections.destroy();
        }
    }

    private SimpleMessageListenerContainer listener(CachingConnectionFactory connections, String... queues) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(queues);
        container.setMessageListener(message -> {
            Map<String, Object> headers = message.getMessageProperties().getHeaders();
            Instant due = Instant.parse(String.valueOf(headers.get(Headers.DUE_TIME)));
            Duration first =
                    lateness.putIfAbsent(String.valueOf(headers.get(Headers.ID)), Duration.between(due, Instant.now()));
            if (first != null) {
                copies.incrementAndGet();
            }
        });
        return container;
    }

    @Test
    void onlyItsMessagesOfABatchFailAndMayStillArrive() {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        declare(connections, "stuck", "fluent");
        hang("stuck");
        try (RabbitSimpleMessageProducer producer = RabbitSimpleMessageProducer.from(
                connections,
                // Two exchanges, which are published to separately.
                message -> message.priority() == 1 ? new Address("", "stuck") : new Address("amq.direct", "fluent"),
                "application/json",
                LEASE)) {
            List<DelayedMessage> batch = List.of(of("a", 1), of("b", 0), of("c", 1));

            PartialFailure failure = catchThrowableOfType(
                    PartialFailure.class, () -> new RabbitDelayQueueMessageConsumer(producer).deliver("topic", batch));

            assertThat(failure.causes()).containsOnlyKeys("a", "c");
            assertThat(failure.causes().values())
                    .allSatisfy(cause -> assertThat(cause)
                            .isInstanceOfSatisfying(DestinationUnavailable.class, unavailable -> {
                                assertThat(unavailable.isOfMessageOnly()).isTrue();
                                assertThat(unavailable.mayStillArrive()).isTrue();
                            }));
            assertThat(new RabbitTemplate(connections).receive("fluent", LONG.toMillis()))
                    .isNotNull();
        } finally {
            goOn("stuck");
            connections.destroy();
        }
    }

    /** Though another message of the same batch is not answered yet. */
    @Test
    void anAnswerMakesItsAddressAvailableAtOnce() throws Exception {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        declare(connections, "first", "second");
        hang("first", "second");
        try (RabbitSimpleMessageProducer producer =
                RabbitSimpleMessageProducer.from(connections, byId(), "application/json", LONG_LEASE)) {
            RabbitDelayQueueMessageConsumer consumer = new RabbitDelayQueueMessageConsumer(producer);
            producer.warm();
            CompletableFuture<Throwable> batch = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> consumer.deliver("topic", List.of(of("first", 0), of("second", 0)))),
                    threads);
            // A message that looked whether they are suspected would be published if they are not yet.
            await().pollDelay(SUSPECTED).until(() -> true);
            for (String suspected : List.of("first", "second")) {
                assertThat(catchThrowable(() -> consumer.deliver("topic", List.of(of(suspected, 0)))))
                        .isInstanceOfSatisfying(
                                DestinationUnavailable.class,
                                unavailable ->
                                        assertThat(unavailable.mayStillArrive()).isFalse());
            }

            goOn("first");

            await().atMost(LONG)
                    .until(() -> catchThrowable(() -> consumer.deliver("topic", List.of(of("first", 0)))) == null);
            assertThat(batch).isNotDone();

            goOn("second");

            assertThat(batch.get(LONG.toSeconds(), TimeUnit.SECONDS)).isNull();
        } finally {
            connections.destroy();
        }
    }

    /** It was given up early, since another waits. */
    @Test
    void anAnswerThatComesLateMakesItsAddressAvailable() {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        declare(connections, "silent", "prompt");
        declare(connections, "late", "prompt");
        hang("silent", "late");
        try (RabbitSimpleMessageProducer producer =
                RabbitSimpleMessageProducer.from(connections, byId(), "application/json", LONG_LEASE)) {
            RabbitDelayQueueMessageConsumer consumer = new RabbitDelayQueueMessageConsumer(producer);
            producer.warm();
            CompletableFuture<Throwable> longWait = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> consumer.deliver("topic", List.of(of("silent", 0)))), threads);
            await().pollDelay(SUSPECTED).until(() -> true);
            assertThat(catchThrowable(() -> consumer.deliver("topic", List.of(of("prompt", 0)))))
                    .isNull();
            assertThat(catchThrowable(() -> consumer.deliver("topic", List.of(of("late", 0)))))
                    .isInstanceOfSatisfying(
                            DestinationUnavailable.class,
                            unavailable ->
                                    assertThat(unavailable.mayStillArrive()).isTrue());

            goOn("late");

            AtomicReference<Duration> pause = new AtomicReference<>(SilentKeys.LONGEST_PAUSE);
            await().atMost(LONG).until(() -> {
                Throwable failure = catchThrowable(() -> consumer.deliver("topic", List.of(of("late", 0))));
                if (failure instanceof DestinationUnavailable unavailable) {
                    pause.set(unavailable.retryAfter());
                }
                return failure == null;
            });
            // It would be tried anyway when its pause is over.
            assertThat(pause.get()).isGreaterThan(SHORT);
            assertThat(longWait).isNotDone();
        } finally {
            goOn("silent");
            connections.destroy();
        }
    }

    /** Its batch is split because of another message. */
    @Test
    void whoTriesIsPublishedAgainWithTheRestOfItsBatch() {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        declare(connections, "tried", "unused");
        hang("tried");
        try (RabbitSimpleMessageProducer producer =
                RabbitSimpleMessageProducer.from(connections, byId(), "application/json", SHORT_LEASE)) {
            RabbitDelayQueueMessageConsumer consumer = new RabbitDelayQueueMessageConsumer(producer);
            List<DelayedMessage> batch = List.of(of("tried", 0), of("k".repeat(300), 0));
            assertThat(catchThrowable(() -> consumer.deliver("topic", batch.subList(0, 1))))
                    .isInstanceOf(DestinationUnavailable.class);

            goOn("tried");

            await().atMost(LONG).until(() -> {
                PartialFailure failure =
                        catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("topic", batch));
                return failure != null && !failure.causes().containsKey("tried");
            });
        } finally {
            connections.destroy();
        }
    }

    @Test
    void onlyItsTopicIsUnavailableIfTheRouteIsByTopic() {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        declare(connections, "topic", "unused");
        hang("topic");
        try (RabbitSimpleMessageProducer producer =
                RabbitSimpleMessageProducer.from(connections, RabbitRoute.QUEUE_OF_TOPIC, "application/json", LEASE)) {
            DestinationUnavailable unavailable = catchThrowableOfType(
                    DestinationUnavailable.class,
                    () -> new RabbitDelayQueueMessageConsumer(producer).deliver("topic", List.of(of("a", 0))));

            assertThat(unavailable.isOfTopicOnly()).isTrue();
            assertThat(unavailable.mayStillArrive()).isTrue();
        } finally {
            goOn("topic");
            connections.destroy();
        }
    }

    private static RabbitRoute byId() {
        return message -> new Address("", message.id());
    }

    private static void declare(CachingConnectionFactory connections, String hung, String free) {
        RabbitAdmin admin = new RabbitAdmin(connections);
        for (String queue : List.of(hung, free)) {
            admin.declareQueue(QueueBuilder.durable(queue).build());
            admin.declareBinding(new Binding(queue, Binding.DestinationType.QUEUE, "amq.direct", queue, null));
        }
    }

    /** Its process takes messages, and works on none of them. */
    private static void hang(String... queues) {
        processes("sys:suspend", queues);
    }

    private static void goOn(String... queues) {
        processes("sys:resume", queues);
    }

    private static void processes(String call, String... queues) {
        broker.ctl(
                "eval",
                "[begin {ok, Q} = rabbit_amqqueue:lookup(rabbit_misc:r(<<\"/\">>, queue, N)), " + call
                        + "(amqqueue:get_pid(Q)) end || N <- ["
                        + Stream.of(queues).map("<<\"%s\">>"::formatted).collect(Collectors.joining(", ")) + "]].");
    }

    /** @param oneHungOf of so many, one is for a queue that hangs, for each in turn */
    private static List<OutgoingMessage> messages(List<String> hung, int oneHungOf) {
        return IntStream.range(0, MESSAGES)
                .mapToObj(i -> {
                    boolean isHung = i % oneHungOf == 0;
                    OutgoingMessage.Builder message = OutgoingMessage.to("topic")
                            .id((isHung ? "hung" : "free") + i)
                            .body("b")
                            .delay(APART.multipliedBy(i));
                    return (isHung ? message.header("queue", hung.get(i / oneHungOf % hung.size())) : message).build();
                })
                .toList();
    }

    private static DelayedMessage of(String id, int priority) {
        return new DelayedMessage("topic", id, "b", null, Map.of(), Instant.now(), priority, 1);
    }
}
