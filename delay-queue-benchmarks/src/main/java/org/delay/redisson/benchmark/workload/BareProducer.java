package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.delay.redisson.Headers;
import org.delay.redisson.benchmark.contender.Parcel;

/** A Kafka producer with its defaults, which sends records that look as the library's. */
final class BareProducer implements AutoCloseable {

    static final String SUBJECT = "bare producer";

    private static final int SIZE = 100;
    private static final String ID = "AAAAAAAAAAAAAAAAAAAAAA";

    private final String topic;
    private final KafkaProducer<String, String> producer;

    private BareProducer(String bootstrapServers, String topic) {
        this.topic = topic;
        this.producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.ACKS_CONFIG, "all"),
                new StringSerializer(),
                new StringSerializer());
        this.producer.partitionsFor(topic);
    }

    static BareProducer to(String bootstrapServers, String topic) {
        return new BareProducer(bootstrapServers, topic);
    }

    /** Sends, and tells when the broker has confirmed it. */
    void send(String body, Runnable confirmed) {
        ProducerRecord<String, String> message = new ProducerRecord<>(topic, body);
        add(message, Headers.ID, ID);
        add(
                message,
                Headers.DUE_TIME,
                Instant.ofEpochMilli(Parcel.dueMillis(body)).toString());
        add(message, Headers.PRIORITY, "4");
        add(message, Headers.ATTEMPT, "1");
        var unused = producer.send(message, (metadata, thrown) -> {
            if (thrown == null) {
                confirmed.run();
            }
        });
    }

    /** How many records a second it sends until the last is confirmed. */
    double rate(int number) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(number);
        Instant due = Instant.now();
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            send(Parcel.of(i, due, SIZE).body(), latch::countDown);
        }
        producer.flush();
        latch.await();
        return number * 1e9 / Duration.ofNanos(System.nanoTime() - began).toNanos();
    }

    private static void add(ProducerRecord<String, String> message, String name, String value) {
        message.headers().add(name, Headers.bytes(value));
    }

    @Override
    public void close() {
        producer.close();
    }
}
