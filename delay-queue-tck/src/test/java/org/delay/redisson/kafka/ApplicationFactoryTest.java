package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.kafka.Messages.keyed;
import static org.delay.redisson.kafka.Messages.numbered;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.support.serializer.JacksonJsonSerializer;

/** Whatever the application's factory is for, delayed messages go out as text, and its own template works as before. */
class ApplicationFactoryTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(60);

    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.builder().autoCreateTopics(true).start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void ofOtherTypes() throws Exception {
        Map<String, Object> configs = configs();
        configs.put("key.serializer", LongSerializer.class);
        configs.put("value.serializer", StringSerializer.class.getName());
        DefaultKafkaProducerFactory<Long, String> factory = new DefaultKafkaProducerFactory<>(configs);

        deliverThrough("other-types", factory);

        assertThat(sent(new KafkaTemplate<>(factory), "other-types-own", 7L, "own")
                        .serializedKeySize())
                .isEqualTo(Long.BYTES);
        factory.destroy();
    }

    @Test
    void withJson() throws Exception {
        Map<String, Object> configs = configs();
        configs.put("key.serializer", StringSerializer.class);
        configs.put("value.serializer", JacksonJsonSerializer.class);
        configs.put("spring.json.add.type.headers", false);
        DefaultKafkaProducerFactory<String, Object> factory = new DefaultKafkaProducerFactory<>(configs);

        deliverThrough("json", factory);

        sent(new KafkaTemplate<>(factory), "json-own", "k", Map.of("a", 1));
        assertThat(values("json-own", 1)).containsExactly("{\"a\":1}");
        factory.destroy();
    }

    @Test
    void withSerializerInstances() throws Exception {
        Map<String, Object> configs = configs();
        configs.put("serializer.encoding", "UTF-16");
        DefaultKafkaProducerFactory<Integer, Object> factory =
                new DefaultKafkaProducerFactory<>(configs, new IntegerSerializer(), new JacksonJsonSerializer<>());

        deliverThrough("instances", factory);

        sent(new KafkaTemplate<>(factory), "instances-own", 1, List.of("own"));
        assertThat(values("instances-own", 1)).containsExactly("[\"own\"]");
        factory.destroy();
    }

    @Test
    void withTransactions() throws Exception {
        Map<String, Object> configs = strings();
        configs.put("transactional.id", "tx-");
        DefaultKafkaProducerFactory<String, String> factory = new DefaultKafkaProducerFactory<>(configs);
        KafkaTemplate<String, String> template = new KafkaTemplate<>(factory);

        deliverThrough("transactional", factory);

        template.executeInTransaction(operations -> operations.send("transactional-own", "k", "own"));
        assertThat(values("transactional-own", 1)).contains("own");
        assertThat(factory.transactionCapable()).isTrue();
        factory.destroy();
    }

    @Test
    void withoutRetriesAndGuarantees() throws Exception {
        Map<String, Object> configs = strings();
        configs.put("retries", 0);
        configs.put("acks", "0");
        configs.put("enable.idempotence", false);
        configs.put("max.in.flight.requests.per.connection", 100);
        DefaultKafkaProducerFactory<String, String> factory = new DefaultKafkaProducerFactory<>(configs);

        deliverThrough("careless", factory);

        template(factory).send("careless-own", "k", "own").get();
        assertThat(values("careless-own", 1)).containsExactly("own");
        factory.destroy();
    }

    @Test
    void withInterceptorsListenersAndPostProcessors() throws Exception {
        Map<String, Object> configs = configs();
        configs.put("interceptor.classes", LongKeys.class.getName());
        configs.put("client.id", "orders");
        DefaultKafkaProducerFactory<Long, String> factory =
                new DefaultKafkaProducerFactory<>(configs, new LongSerializer(), new StringSerializer());
        List<String> added = new CopyOnWriteArrayList<>();
        List<String> removed = new CopyOnWriteArrayList<>();
        List<Producer<Long, String>> processed = new ArrayList<>();
        factory.addListener(new ProducerFactory.Listener<>() {
            @Override
            public void producerAdded(String id, Producer<Long, String> producer) {
                added.add(id);
            }

            @Override
            public void producerRemoved(String id, Producer<Long, String> producer) {
                removed.add(id);
            }
        });
        factory.addPostProcessor(producer -> {
            processed.add(producer);
            return producer;
        });

        deliverThrough("observed", factory);

        assertThat(added).singleElement().asString().startsWith("delay-queue.orders-delay-queue-");
        assertThat(removed).isEqualTo(added);
        assertThat(processed).singleElement().isInstanceOf(KafkaProducer.class);
        sent(new KafkaTemplate<>(factory), "observed-own", 7L, "own");
        assertThat(added).hasSize(2).last().asString().endsWith(".orders-1");
        factory.destroy();
    }

    /** Where credentials or servers change while the application runs, a new producer has the new ones. */
    @Test
    void whoseConfigurationChanges() throws Exception {
        Map<String, Object> configs = strings();
        configs.put("bootstrap.servers", "127.0.0.1:1");
        DefaultKafkaProducerFactory<String, String> factory = new DefaultKafkaProducerFactory<>(configs);
        KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(factory, LEASE);
        producer.warm();

        factory.updateConfigs(configs());
        producer.close();
        producer.send("changed", numbered("changed", 1));

        assertThat(values("changed", 1)).containsExactly("body 0");
        producer.close();
    }

    private static void deliverThrough(String topic, ProducerFactory<?, ?> factory) throws Exception {
        Map<String, Object> before = factory.getConfigurationProperties();
        try (KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(factory, LEASE)) {
            new KafkaDelayQueueMessageConsumer(producer)
                    .deliver(topic, List.of(keyed(topic, "id", "key-ä", "{\"a\":\"ä\"}")));
        }

        ConsumerRecord<String, String> record = broker.records(topic, 1, SOON).get(0);
        assertThat(record.key()).isEqualTo("key-ä");
        assertThat(record.value()).isEqualTo("{\"a\":\"ä\"}");
        assertThat(factory.getConfigurationProperties()).isEqualTo(before);
    }

    private static <K, V> RecordMetadata sent(KafkaTemplate<K, V> template, String topic, K key, V value)
            throws Exception {
        return template.send(topic, key, value).get().getRecordMetadata();
    }

    private static KafkaTemplate<String, String> template(ProducerFactory<String, String> factory) {
        return new KafkaTemplate<>(factory);
    }

    private static List<String> values(String topic, int count) {
        return broker.records(topic, count, SOON).stream()
                .map(ConsumerRecord::value)
                .toList();
    }

    private static Map<String, Object> strings() {
        Map<String, Object> configs = configs();
        configs.put("key.serializer", StringSerializer.class);
        configs.put("value.serializer", StringSerializer.class);
        return configs;
    }

    private static Map<String, Object> configs() {
        return new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    /** For the application's records; it can't do anything with ours. */
    public static class LongKeys implements ProducerInterceptor<Long, String> {

        @Override
        public ProducerRecord<Long, String> onSend(ProducerRecord<Long, String> record) {
            return new ProducerRecord<>(
                    record.topic(), record.partition(), record.timestamp(), Math.abs(record.key()), record.value());
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception exception) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
