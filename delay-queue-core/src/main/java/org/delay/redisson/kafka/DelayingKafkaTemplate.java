package org.delay.redisson.kafka;

import io.micrometer.observation.Observation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.support.SendResult;

/**
 * A {@code KafkaTemplate} that sends a record with a {@link RecordDelay} later: it stores key, value and headers in the delay queue, as
 * its serializers write them. All other records go to Kafka at once.
 *
 * <p>The result of a delayed send is complete when the record is stored. Its metadata has no offset, the due time as timestamp, and
 * the partition that was asked for, else -1. A Kafka transaction does not include the send: the record is stored even if the
 * transaction aborts. The template's interceptor sees the record when it is stored, and the producer's interceptors when it is sent.
 * The template's listener does not see it.
 *
 * <p>A delayed record can be cancelled by the {@link #delayTopic topic} and id of its message until it is due.
 */
public class DelayingKafkaTemplate<K, V> extends KafkaTemplate<K, V> {

    /** The delay, and what a record has from an earlier delivery. */
    private static final Set<String> NOT_SENT =
            Set.of(RecordDelay.DELAY, RecordDelay.DUE_TIME, RecordDelay.ID, Headers.PRIORITY, Headers.ATTEMPT);

    private final Supplier<DelayQueueMessage> queue;
    private final RecordSerializers<K, V> serializers;

    private volatile @Nullable ProducerInterceptor<K, V> interceptor;

    /** What is not stored yet, by the number of its send. */
    private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();

    private final AtomicLong sends = new AtomicLong();

    /**
     * Needs neither Kafka nor the queue yet.
     *
     * @param queue asked at each delayed send
     * @throws IllegalArgumentException if the factory's serializers are not known
     */
    public DelayingKafkaTemplate(ProducerFactory<K, V> factory, Supplier<DelayQueueMessage> queue) {
        super(factory);
        this.queue = queue;
        this.serializers = RecordSerializers.of(factory);
    }

    /** The topic of the delayed messages for a Kafka topic. */
    public static String delayTopic(String kafkaTopic) {
        return KafkaEnvelopeConsumer.delayTopic(KafkaEnvelopeConsumer.TEMPLATE, kafkaTopic);
    }

    @Override
    public void setProducerInterceptor(ProducerInterceptor<K, V> producerInterceptor) {
        super.setProducerInterceptor(producerInterceptor);
        this.interceptor = producerInterceptor;
    }

    /**
     * As {@code KafkaTemplate}, unless the record has a {@link RecordDelay}.
     *
     * @throws IllegalArgumentException naming the header and its value, if the delay can't be read
     */
    @Override
    protected CompletableFuture<SendResult<K, V>> doSend(ProducerRecord<K, V> record, Observation observation) {
        if (!RecordDelay.isGiven(record.headers())) {
            return super.doSend(record, observation);
        }
        CompletableFuture<SendResult<K, V>> result = queue.get()
                .scheduleAsync(List.of(message(record)))
                .thenApply(receipts -> new SendResult<>(record, metadata(record, receipts.get(0))))
                .whenComplete((sent, failure) -> {
                    if (failure != null) {
                        observation.error(failure);
                    }
                    observation.stop();
                });
        long number = sends.incrementAndGet();
        open.put(number, result);
        var unused = result.whenComplete((sent, failure) -> open.remove(number));
        return result;
    }

    /** As {@code KafkaTemplate}. It also waits until each delayed record is stored, or has failed to be. */
    @Override
    public void flush() {
        super.flush();
        var unused = CompletableFuture.allOf(open.values().toArray(CompletableFuture<?>[]::new))
                .handle((stored, failure) -> failure == null)
                .join();
    }

    private OutgoingMessage message(ProducerRecord<K, V> sent) {
        ProducerInterceptor<K, V> before = interceptor;
        ProducerRecord<K, V> record = before == null ? sent : before.onSend(sent);
        OutgoingMessage.Builder message = OutgoingMessage.to(delayTopic(record.topic()));
        RecordDelay.pass(sent.headers(), message);
        return message.body(KafkaEnvelope.of(record, serializers, NOT_SENT).write())
                .build();
    }

    private static RecordMetadata metadata(ProducerRecord<?, ?> record, Receipt receipt) {
        Integer partition = record.partition();
        Instant dueTime = receipt.dueTime();
        return new RecordMetadata(
                new TopicPartition(record.topic(), partition == null ? RecordMetadata.UNKNOWN_PARTITION : partition),
                -1,
                -1,
                dueTime.toEpochMilli(),
                -1,
                -1);
    }
}
