package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** A process that listens to Kafka is killed when a failed record was stored, and its offset was not committed. */
class RetriesKilledTest {

    static final String SERVICE = "retries-killed";

    private static final Duration LONG = Duration.ofMinutes(2);

    private final BlockingQueue<ConsumerRecord<String, String>> heard = new LinkedBlockingQueue<>();

    private final CountDownLatch storedAgain = new CountDownLatch(1);

    private RedisServer redis;
    private KafkaBroker kafka;
    private Application application;

    @BeforeEach
    void killTheListenerAfterTheStore() throws Exception {
        redis = RedisServer.start();
        kafka = KafkaBroker.start();
        kafka.createTopic(RetriedListener.TOPIC, 1);
        kafka.createTopic(RetriedListener.RETRY_TOPIC, 1);
        DefaultKafkaProducerFactory<String, String> producers = new DefaultKafkaProducerFactory<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
        var unused = new KafkaTemplate<>(producers)
                .send(RetriedListener.TOPIC, "4711", "order")
                .get(60, TimeUnit.SECONDS);
        producers.destroy();
        try (ChildJvm listener =
                ChildJvm.start(RetriedListenerMain.class, ChildJvm.QUICK, kafka.bootstrapServers(), redis.uri())) {
            String stored = listener.await("stored");
            assertThat(stored).isEmpty();
            listener.kill();
        }
        application = Application.of(redis.uri(), SERVICE);
    }

    @AfterEach
    void stop() {
        application.close();
        kafka.close();
        redis.close();
    }

    @Test
    void theRecordFailsAgainAndComesBackOnce() throws Exception {
        try (RetriedListener next = listener()) {
            assertThat(nextHeard().topic()).isEqualTo(RetriedListener.TOPIC);
            assertThat(storedAgain.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(waiting()).isEqualTo(1);

            comeBack();

            assertThat(nextHeard().topic()).isEqualTo(RetriedListener.RETRY_TOPIC);
            assertThat(waiting()).isZero();
        }
    }

    /** The id is free again then, so nobody knows that it was stored before. */
    @Test
    void aRecordThatHadComeBackAlreadyComesBackOnceMore() throws Exception {
        comeBack();
        try (RetriedListener next = listener()) {
            assertThat(nextHeard().value()).isEqualTo("order");
            assertThat(nextHeard().value()).isEqualTo("order");
            await().atMost(LONG).until(() -> waiting() == 1);

            comeBack();

            assertThat(nextHeard().topic()).isEqualTo(RetriedListener.RETRY_TOPIC);
            assertThat(waiting()).isZero();
        }
    }

    private RetriedListener listener() {
        return new RetriedListener(kafka.bootstrapServers(), application.queue(), heard::add, storedAgain::countDown);
    }

    private ConsumerRecord<String, String> nextHeard() throws InterruptedException {
        ConsumerRecord<String, String> record = heard.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(record).as("a record within two minutes").isNotNull();
        return record;
    }

    private long waiting() {
        return application.queue().counts(RetriedListener.DELAY_TOPIC).due();
    }

    /** Lets what waits be due, and delivers it to the retry topic. */
    private void comeBack() {
        DelayQueueMessage queue = application.queue();
        String id = queue.list(RetriedListener.DELAY_TOPIC, State.DUE, null, 10)
                .messages()
                .get(0)
                .message()
                .id();
        assertThat(queue.reschedule(RetriedListener.DELAY_TOPIC, id, Duration.ZERO))
                .hasToString("RESCHEDULED");
        KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                DispatchSettings.DEFAULTS.lease());
        try (Application dispatch = Application.of(redis.uri(), SERVICE)) {
            dispatch.dispatching(DispatchSettings.DEFAULTS, new KafkaEnvelopeConsumer(() -> producer));
            await().atMost(LONG)
                    .until(() -> queue.find(RetriedListener.DELAY_TOPIC, id).isEmpty());
        } finally {
            producer.close();
        }
    }
}
