package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ConsumerAwareRecordRecoverer;
import org.springframework.kafka.listener.ExceptionClassifier;
import org.springframework.kafka.support.KafkaUtils;

/**
 * Gives a record whose {@code @KafkaListener} failed to the same listener again after a back-off, of any length, while its partition goes
 * on at once. The record waits in the delay queue, and comes back in the {@link #retryTopic retry topic} of its group, which the listener
 * must receive too. After the last attempt, and at once for exceptions that are not retryable, it goes to the recoverer for dead letters.
 *
 * <p>For a {@code DefaultErrorHandler} without retries of its own:
 *
 * <pre>{@code
 * return new DefaultErrorHandler(recoverer, new FixedBackOff(0, 0));
 * }</pre>
 *
 * <p>A container in Kafka transactions must have no error handler, but a {@code DefaultAfterRollbackProcessor}.
 *
 * <p>Records with the same key do not keep their order. If the process dies, or Kafka's answer is lost, a record may arrive
 * once more. Not retryable are what {@link ExceptionClassifier} lists and {@link PermanentFailure}.
 *
 * <p>Safe for use by many threads. If it throws, the record is neither stored nor a dead letter, and Kafka delivers it again: so a
 * partition waits while Redis can't be reached. It also throws Kafka's own exceptions, such as that of a commit that failed, because
 * those are not of the listener.
 */
@Slf4j
public final class DelayedRetryRecoverer extends ExceptionClassifier implements ConsumerAwareRecordRecoverer {

    private final Supplier<DelayQueueMessage> queue;
    private final KafkaOperations<?, ?> template;
    private final RecordSerializers<Object, Object> serializers;
    private final RetryPolicy policy;
    private final ConsumerAwareRecordRecoverer deadLetters;

    /** Retry topics of which a warning was logged. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * Needs neither Kafka nor the queue yet.
     *
     * @param queue asked at each failure
     * @param template whose serializers write keys and values; they must fit to the listeners' deserializers
     * @param policy how many deliveries may fail, the first one included, and the back-off after each
     * @param deadLetters gets a record as it was in its own topic, usually a {@code DeadLetterPublishingRecoverer}
     * @throws IllegalArgumentException if the template's serializers are not known
     */
    public DelayedRetryRecoverer(
            Supplier<DelayQueueMessage> queue,
            KafkaOperations<?, ?> template,
            RetryPolicy policy,
            ConsumerAwareRecordRecoverer deadLetters) {
        this.queue = queue;
        this.template = template;
        this.serializers = serializers(template);
        this.policy = policy;
        this.deadLetters = deadLetters;
        addNotRetryableExceptions(PermanentFailure.class);
    }

    @SuppressWarnings("unchecked") // Whether they fit to the records is seen at each record, as in any template.
    private static RecordSerializers<Object, Object> serializers(KafkaOperations<?, ?> template) {
        return RecordSerializers.of((ProducerFactory<Object, Object>) template.getProducerFactory());
    }

    /** The topic in which a group gets failed records of a topic again. */
    public static String retryTopic(String topic, String group) {
        return FailedRecord.retryTopic(topic, group);
    }

    /** The delay queue's topic in which failed records of a topic wait for their next delivery to a group. */
    public static String delayTopic(String topic, String group) {
        return KafkaEnvelopeConsumer.delayTopic(KafkaEnvelopeConsumer.RETRY, retryTopic(topic, group));
    }

    @Override
    public void accept(ConsumerRecord<?, ?> record, @Nullable Consumer<?, ?> consumer, @Nullable Exception thrown) {
        Exception failure = thrown == null ? new IllegalStateException("The listener failed") : thrown;
        if (failure instanceof KafkaException notOfTheListener && !(failure instanceof SerializationException)) {
            throw notOfTheListener;
        }
        String group = KafkaUtils.getConsumerGroupId();
        FailedRecord failed = FailedRecord.of(record, String.valueOf(group));
        Optional<Duration> delay =
                getExceptionMatcher().match(failure) ? policy.delayAfter(failed.attempt()) : Optional.empty();
        if (delay.isEmpty() || !isStored(failed, group, failure, delay.get())) {
            deadLetters.accept(failed.original(), consumer, failure);
        } else if (consumer != null) {
            warnIfNotReceived(failed.original().topic(), String.valueOf(group), consumer);
        }
    }

    /** False if the queue will never take the record. */
    private boolean isStored(FailedRecord failed, @Nullable String group, Exception failure, Duration delay) {
        String topic = failed.original().topic();
        try {
            if (group == null) {
                throw new IllegalArgumentException("its consumer has no group");
            }
            ProducerRecord<Object, Object> retry = RetryRecord.of(failed, failure, retryTopic(topic, group), template);
            var unused = queue.get()
                    .schedule(List.of(OutgoingMessage.to(delayTopic(topic, group))
                            .id(failed.nextId())
                            .body(KafkaEnvelope.of(retry, serializers, Set.of()).write())
                            .delay(delay)
                            // What is stored already goes on as it is, if the record was not committed and failed
                            // again.
                            .onDuplicate(OnDuplicate.KEEP)
                            .build()));
            return true;
        } catch (IllegalArgumentException e) {
            failure.addSuppressed(e);
            if (warned.add(topic)) {
                log.warn(
                        "A record of topic {} can't be retried, and is a dead letter at once, as others like it will be without"
                                + " another warning: {}",
                        topic,
                        e.getMessage());
            }
            return false;
        }
    }

    private void warnIfNotReceived(String topic, String group, Consumer<?, ?> consumer) {
        String retryTopic = retryTopic(topic, group);
        boolean isReceived = consumer.subscription().contains(retryTopic)
                || consumer.assignment().stream()
                        .anyMatch(partition -> partition.topic().equals(retryTopic));
        if (!isReceived && warned.add(retryTopic)) {
            log.warn(
                    "Failed records of topic {} come back in topic {}, which their listener does not receive. They wait there"
                            + " until a listener of group '{}' receives it. Add it to the topics of the @KafkaListener",
                    topic,
                    retryTopic,
                    group);
        }
    }
}
