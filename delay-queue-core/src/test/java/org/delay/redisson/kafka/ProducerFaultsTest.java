package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/** What becomes of messages if the producer fails in ways that a broker can hardly be brought to cause. */
class ProducerFaultsTest {

    private static final Map<String, Object> CONFIGS = Map.of("bootstrap.servers", "127.0.0.1:1");
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Callback> pending = new CopyOnWriteArrayList<>();
    private final DefaultKafkaProducerFactory<Object, Object> source = new DefaultKafkaProducerFactory<>(CONFIGS);
    private volatile Sending sending = (body, callback) -> callback.onCompletion(null, null);
    private volatile double metadataAge;
    private final AtomicInteger made = new AtomicInteger();
    private KafkaSimpleMessageProducer producer;

    @BeforeEach
    void make() {
        source.addPostProcessor(raw -> {
            raw.close(Duration.ZERO);
            made.incrementAndGet();
            return stub();
        });
        producer = KafkaSimpleMessageProducer.from(source, LEASE);
    }

    @AfterEach
    void close() {
        producer.close();
    }

    @Test
    void whatOneRecordBringsAboutIsNotTheOthers() {
        for (RuntimeException its : List.of(new ClassCastException(), new IllegalStateException("not ready"))) {
            sending = (body, callback) -> {
                if (body.equals("b")) {
                    throw its;
                }
                callback.onCompletion(null, null);
            };

            PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> send("t", "a", "b", "c"));

            assertThat(failure.causes()).containsOnlyKeys("b");
            assertThat(failure.causes().get("b")).hasCause(its).isNotInstanceOf(DestinationUnavailable.class);
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void anErrorAfterRecordsWereHandedOverLeavesTheirOutcomeOpen() {
        Error error = new StackOverflowError();
        sending = (body, callback) -> {
            if (body.equals("c")) {
                throw error;
            }
            if (body.equals("a")) {
                callback.onCompletion(null, null);
            }
        };

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> send("t", "a", "b", "c", "d"));

        assertThat(failure.causes()).containsOnlyKeys("b", "c", "d").containsEntry("d", error);
        assertThat(failure.causes().get("b")).isInstanceOf(OutcomeUnknown.class);
        assertThat(failure.causes().get("c")).isInstanceOf(OutcomeUnknown.class);
    }

    @Test
    void anInterruptionAfterRecordsWereHandedOverLeavesTheirOutcomeOpen() {
        sending = (body, callback) -> Thread.currentThread().interrupt();

        Throwable failure = catchThrowable(() -> send("t", "a"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).isInstanceOf(PartialFailure.class);
        assertThat(((PartialFailure) failure).causes().get("a")).isInstanceOf(OutcomeUnknown.class);
    }

    @Test
    void whatAnotherWorkersFailureClosedMayStillArrive() throws Exception {
        CountDownLatch handedOver = new CountDownLatch(1);
        sending = (body, callback) -> {
            if (body.equals("broken")) {
                throw new KafkaException("The producer is in an error state");
            }
            pending.add(callback);
            handedOver.countDown();
        };
        CompletableFuture<Throwable> first =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> send("t", "waiting")));
        handedOver.await();

        assertThatThrownBy(() -> send("t", "broken")).isInstanceOf(DestinationUnavailable.class);

        assertThat(first.get(2, TimeUnit.MINUTES))
                .isInstanceOfSatisfying(
                        DestinationUnavailable.class,
                        failure -> assertThat(failure.mayStillArrive()).isTrue());
    }

    /** Nobody fetches metadata for a client whose thread has ended. */
    @Test
    void whatWaitedForAClientThatBrokeIsSentByTheNextOne() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        CompletableFuture<Void> replaced = new CompletableFuture<>();
        sending = (body, callback) -> {
            if (body.equals("broken")) {
                throw new KafkaException("The producer is in an error state");
            }
            if (made.get() > 1) {
                callback.onCompletion(null, null);
                return;
            }
            waits.countDown();
            replaced.join();
            callback.onCompletion(null, new TimeoutException("no metadata"));
        };
        CompletableFuture<Throwable> first =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> send("t", "waiting")));
        waits.await();
        assertThatThrownBy(() -> send("t", "broken")).isInstanceOf(DestinationUnavailable.class);

        replaced.complete(null);

        assertThat(first.get(2, TimeUnit.MINUTES)).isNull();
        assertThat(asked).hasSize(3);
        assertThat(made).hasValue(2);
    }

    @Test
    void aMissingTopicIsNotAnsweredFromMemoryWhileKafkaIsDown() {
        sending = (body, callback) -> callback.onCompletion(null, notThere());
        assertThatThrownBy(() -> send("missing", "a")).isInstanceOf(UnknownTopic.class);
        assertThatThrownBy(() -> send("missing", "a")).isInstanceOf(UnknownTopic.class);
        assertThat(asked).containsExactly("missing");

        sending = (body, callback) -> callback.onCompletion(null, new TimeoutException("nobody there"));
        assertThatThrownBy(() -> send("orders", "a")).isInstanceOf(DestinationUnavailable.class);
        assertThatThrownBy(() -> send("missing", "a")).isInstanceOf(DestinationUnavailable.class);
        assertThat(asked).containsExactly("missing", "orders", "missing");

        sending = (body, callback) -> callback.onCompletion(null, null);
        assertThat(catchThrowable(() -> send("orders", "a"))).isNull();
        assertThatThrownBy(() -> send("missing", "a")).isInstanceOf(UnknownTopic.class);
    }

    /** The client gives what it heard of a topic minutes ago as the reason of a time-out. */
    @Test
    void whatTheClientHeardOfATopicLongAgoIsNoAnswer() {
        metadataAge = 60;
        sending = (body, callback) -> callback.onCompletion(null, notThere());

        assertThatThrownBy(() -> send("missing", "a")).isInstanceOf(DestinationUnavailable.class);
        assertThatThrownBy(() -> send("missing", "a")).isInstanceOf(DestinationUnavailable.class);
        assertThat(asked).hasSize(2);
    }

    @Test
    void aPostProcessorThatThrowsIsAnOutageAndLeavesNoProducerBehind() {
        List<Producer<Object, Object>> raws = new ArrayList<>();
        DefaultKafkaProducerFactory<Object, Object> broken = new DefaultKafkaProducerFactory<>(CONFIGS);
        broken.addPostProcessor(raw -> {
            raws.add(raw);
            throw new IllegalArgumentException("no meters");
        });
        try (KafkaSimpleMessageProducer own = KafkaSimpleMessageProducer.from(broken, LEASE)) {
            assertThatThrownBy(() -> own.send("t", messages("t", "a")))
                    .isInstanceOf(DestinationUnavailable.class)
                    .hasMessageContaining("no meters");
        }

        assertThat(raws).hasSize(1);
        assertThatThrownBy(() -> raws.get(0).send(new ProducerRecord<>("t", "a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aConfigurationWithoutAValueIsNamed() {
        Map<String, Object> configs = new HashMap<>(CONFIGS);
        configs.put("ssl.truststore.location", null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSimpleMessageProducer.from(configs, LEASE))
                .withMessageContaining("ssl.truststore.location");
    }

    private static TimeoutException notThere() {
        return new TimeoutException("not in metadata", new UnknownTopicOrPartitionException());
    }

    private void send(String topic, String... bodies) throws Exception {
        producer.send(topic, messages(topic, bodies));
    }

    /** Each body is its id, too. */
    private static List<DelayedMessage> messages(String topic, String... bodies) {
        return Stream.of(bodies)
                .map(body -> new DelayedMessage(topic, body, body, null, Map.of(), Instant.EPOCH, 4, 1))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private Producer<Object, Object> stub() {
        return (Producer<Object, Object>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "send" -> {
                            ProducerRecord<String, String> record = (ProducerRecord<String, String>) arguments[0];
                            asked.add(record.topic());
                            sending.send(record.value(), (Callback) arguments[1]);
                            return new CompletableFuture<>();
                        }
                        case "close" -> pending.forEach(ProducerFaultsTest::abort);
                        case "metrics" -> {
                            return metrics();
                        }
                        default -> {}
                    }
                    return null;
                });
    }

    /** As the client does, from a thread of its own. */
    private static void abort(Callback callback) {
        new Thread(() -> callback.onCompletion(null, new KafkaException("aborted"))).start();
    }

    private Map<MetricName, Metric> metrics() {
        MetricName name = new MetricName("metadata-age", "producer-metrics", "", Map.of());
        return Map.of(name, new Metric() {
            @Override
            public MetricName metricName() {
                return name;
            }

            @Override
            public Object metricValue() {
                return metadataAge;
            }
        });
    }

    private interface Sending {

        void send(String body, Callback callback);
    }
}
