package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Lateness;
import org.delay.redisson.system.Report;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;

/** Messages of an address that RabbitMQ refuses wait, and those for other addresses of the same topic do not. */
@Timeout(300)
class RabbitNeighboursTest {

    private static final String TOPIC = "neighbours";
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int MESSAGES = 1_000;
    private static final int EXCHANGES = 5;
    private static final int ONE_REFUSED_OF = 20;
    /** A hundred times what it takes; if the topic waits, it is 700 ms. */
    private static final Duration P50 = Duration.ofMillis(300);

    private static final Duration FROM = Duration.ofSeconds(1);
    private static final Duration SPREAD = Duration.ofSeconds(4);

    private static RabbitBroker broker;

    private final Map<String, Duration> lateness = new ConcurrentHashMap<>();
    private final Queue<String> atFault = new ConcurrentLinkedQueue<>();

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

    /** The listener hears of a message when RabbitMQ has confirmed it. */
    private final DispatchListener listener = new DispatchListener() {
        @Override
        public boolean isNonBlocking() {
            return true;
        }

        @Override
        public void delivered(DelayedMessage message, Duration late, Duration took) {
            lateness.put(message.id(), Duration.between(message.dueTime(), Instant.now()));
            if (message.attempt() > 1) {
                atFault.add(message.id() + " at attempt " + message.attempt());
            }
        }

        @Override
        public void retried(DelayedMessage message, Throwable cause, Duration delay) {
            atFault.add(message.id() + ": " + cause);
        }

        @Override
        public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
            atFault.add(message.id() + ": " + error);
        }
    };

    @Test
    void theNeighboursOfARefusedAddressArePunctual() {
        CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", broker.port());
        RabbitAdmin admin = new RabbitAdmin(connections);
        admin.declareQueue(new org.springframework.amqp.core.Queue(TOPIC));
        RabbitSimpleMessageProducer producer = RabbitSimpleMessageProducer.from(
                connections,
                message -> new Address(message.headers().getOrDefault("exchange", ""), message.topic()),
                "application/json",
                DispatchSettings.DEFAULTS.lease());
        try (RedisServer redis = RedisServer.start();
                Application application = Application.of(redis.uri(), TOPIC)
                        .dispatching(
                                DispatchSettings.DEFAULTS,
                                TopicRules.NONE,
                                listener,
                                new RabbitDelayQueueMessageConsumer(producer),
                                UnaryOperator.identity())) {
            int refused = MESSAGES / ONE_REFUSED_OF;
            application.queue().schedule(messages());
            await().atMost(LONG).until(() -> lateness.size() >= MESSAGES - refused);

            Lateness neighbours = Lateness.of(lateness.values());
            Report.say("Neighbours of a refused exchange", "%s", neighbours);
            DelayQueueMessage.Counts counts = application.queue().counts(TOPIC);
            assertThat(counts.due() + counts.leased()).isEqualTo(refused);
            assertThat(neighbours.percentile(50)).isLessThan(P50);

            IntStream.range(0, EXCHANGES).forEach(i -> {
                DirectExchange exchange = new DirectExchange("late-" + i);
                admin.declareExchange(exchange);
                admin.declareBinding(BindingBuilder.bind(new org.springframework.amqp.core.Queue(TOPIC))
                        .to(exchange)
                        .with(TOPIC));
            });

            await().atMost(LONG).until(() -> lateness.size() == MESSAGES);
            assertThat(atFault).isEmpty();
            assertThat(admin.getQueueInfo(TOPIC).getMessageCount()).isGreaterThanOrEqualTo(MESSAGES);
        } finally {
            producer.close();
            connections.destroy();
        }
    }

    private static List<OutgoingMessage> messages() {
        return IntStream.range(0, MESSAGES)
                .mapToObj(i -> {
                    OutgoingMessage.Builder message = OutgoingMessage.to(TOPIC)
                            .id("m" + i)
                            .body("b")
                            .delay(FROM.plus(SPREAD.multipliedBy(i).dividedBy(MESSAGES)));
                    return (i % ONE_REFUSED_OF == 0
                                    ? message.header("exchange", "late-" + i / ONE_REFUSED_OF % EXCHANGES)
                                    : message)
                            .build();
                })
                .toList();
    }
}
