package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.delay.redisson.Headers;
import org.delay.redisson.reliability.composed.Entry.What;

/** Reads Kafka's topics from their beginning, as their records come, and writes down that messages took effect. */
final class Records implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private static final long END = Duration.ofMinutes(1).toMillis();

    private final Journal journal;
    private final Thread thread;
    private volatile boolean closed;

    private Records(Journal journal, String bootstrapServers, List<String> topics) {
        this.journal = journal;
        this.thread = new Thread(() -> receive(bootstrapServers, topics), "composed-records");
        this.thread.setDaemon(true);
    }

    static Records start(Journal journal, String bootstrapServers, List<String> topics) {
        Records records = new Records(journal, bootstrapServers, topics);
        records.thread.start();
        return records;
    }

    private void receive(String bootstrapServers, List<String> topics) {
        Map<String, Object> configuration = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(configuration, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions =
                    topics.stream().map(topic -> new TopicPartition(topic, 0)).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!closed) {
                consumer.poll(POLL).forEach(this::received);
            }
            // What is confirmed by now is part of the run.
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(this::received);
            }
        }
    }

    private void received(ConsumerRecord<String, String> kafkaRecord) {
        Body body = Body.of(kafkaRecord.value());
        journal.write(Entry.now(
                body.isWhole() ? What.EFFECT : What.GARBLED,
                kafkaRecord.topic(),
                header(kafkaRecord, Headers.ID),
                body.version(),
                Headers.number(header(kafkaRecord, Headers.ATTEMPT)),
                Headers.dueTime(header(kafkaRecord, Headers.DUE_TIME)).toEpochMilli(),
                "record"));
    }

    private static String header(ConsumerRecord<String, String> kafkaRecord, String name) {
        return Headers.text(kafkaRecord.headers().lastHeader(name).value());
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(END);
    }
}
