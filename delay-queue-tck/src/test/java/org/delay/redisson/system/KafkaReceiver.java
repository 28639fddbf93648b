package org.delay.redisson.system;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.delay.redisson.Headers;

/** A plain Kafka consumer, on a thread of its own, that writes down what it gets of a topic's one partition. */
public final class KafkaReceiver implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Book book;
    private final Thread thread;
    private volatile boolean ready;
    private volatile boolean asked;
    private volatile boolean atEnd;
    private volatile boolean closed;

    private KafkaReceiver(String bootstrapServers, String topic, Book book) {
        this.book = book;
        this.thread = new Thread(() -> receive(bootstrapServers, topic), "system-receiver");
        this.thread.setDaemon(true);
    }

    /** Begins to receive a topic that is there, from its first record. */
    public static KafkaReceiver start(String bootstrapServers, String topic, Book book) {
        KafkaReceiver receiver = new KafkaReceiver(bootstrapServers, topic, book);
        receiver.thread.start();
        await().atMost(TIMEOUT).until(() -> receiver.ready);
        return receiver;
    }

    private void receive(String bootstrapServers, String topic) {
        Map<String, Object> configuration = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(configuration, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!closed) {
                consumer.poll(POLL).forEach(this::received);
                if (asked) {
                    TopicPartition partition = partitions.get(0);
                    atEnd = consumer.position(partition)
                            >= consumer.endOffsets(partitions).get(partition);
                }
                ready = ready || consumer.position(partitions.get(0)) >= 0;
            }
        }
    }

    private void received(ConsumerRecord<String, String> kafkaRecord) {
        Instant now = Instant.now();
        book.arrived(
                Headers.text(header(kafkaRecord, Headers.ID)),
                now,
                Headers.dueTime(header(kafkaRecord, Headers.DUE_TIME)),
                Headers.number(header(kafkaRecord, Headers.ATTEMPT)));
    }

    /** Waits until it has got all that was sent so far. */
    public void awaitEnd() {
        atEnd = false;
        asked = true;
        await().atMost(TIMEOUT).until(() -> atEnd);
    }

    private static byte[] header(ConsumerRecord<String, String> kafkaRecord, String name) {
        Header header = kafkaRecord.headers().lastHeader(name);
        return header.value();
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(TIMEOUT.toMillis());
    }
}
