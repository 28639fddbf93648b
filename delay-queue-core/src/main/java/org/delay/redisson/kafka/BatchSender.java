package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.jspecify.annotations.Nullable;

/**
 * Sends the messages of one call, waits until Kafka has confirmed each of them, and finds out why it did not: for that it
 * remembers what Kafka said of topics. Safe for use by many threads.
 */
@Slf4j
final class BatchSender {

    /** Each request reports all of its invalid records. If that is not enough, the next delivery continues. */
    private static final int MAX_RESENDS = 3;

    private final ReplaceableProducer producer;
    private final Duration lease;
    private final TopicErrorCache topicErrors;
    private final TopicLookups lookups = new TopicLookups();
    private final NarrowTopics narrow = new NarrowTopics(System::nanoTime);

    /** Whether Kafka responded to the last send that needed it. While it does not, cached topic errors are not used. */
    private volatile boolean responding = true;

    BatchSender(ReplaceableProducer producer, Duration lease, Duration topicRetryDelay) {
        this.producer = producer;
        this.lease = lease;
        this.topicErrors = new TopicErrorCache(topicRetryDelay, System::nanoTime);
    }

    /** As {@link KafkaSimpleMessageProducer#send}. */
    void send(String topic, List<DelayedMessage> messages, RecordSource source)
            throws PartialFailure, InterruptedException {
        if (messages.isEmpty()) {
            return;
        }
        if (topic.equals(".") || topic.equals("..")) {
            // Kafka's client would log an error each second for minutes.
            throw ExceptionTranslator.notAccepted(topic, new InvalidTopicException(topic));
        }
        TopicError known = responding ? knownError(topic) : null;
        if (known != null) {
            throw known.failure(topic, null);
        }
        BatchSend batch = new BatchSend(topic, messages, source);
        SendDiagnosis diagnosis = sendAndWait(topic, batch);
        if (diagnosis.replacedByAnother() && !batch.anyAccepted()) {
            // It waited for the metadata of a client that broke, which says nothing of Kafka.
            batch = new BatchSend(topic, messages, source);
            diagnosis = sendAndWait(topic, batch);
        }
        remember(topic, batch, diagnosis);
        batch.throwFailures(diagnosis);
    }

    /** Why Kafka rejects the topic; null if it may accept it, or the caller is to find out by itself. */
    private @Nullable TopicError knownError(String topic) throws InterruptedException {
        TopicError known = topicErrors.getUnlessRetryDue(topic);
        TopicError last = topicErrors.get(topic);
        if (known != null || last == null) {
            return known;
        }
        Producer<Object, Object> current = availableProducer();
        return lookups.begin(() -> lookUpAgain(topic, last, current)) ? topicErrors.get(topic) : null;
    }

    private void lookUpAgain(String topic, TopicError last, Producer<Object, Object> current) {
        long start = System.nanoTime();
        TopicError error = BrokerProbe.lookUp(current, topic);
        if (error != last || !BrokerProbe.hasRespondedSince(current, start)) {
            topicErrors.remove(topic);
        }
    }

    private SendDiagnosis sendAndWait(String topic, BatchSend batch) throws PartialFailure, InterruptedException {
        try {
            return sendAndWait(topic, batch, availableProducer());
        } catch (InterruptedException | RuntimeException | Error e) {
            if (!batch.anyAccepted()) {
                throw e;
            }
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            batch.throwAborted(e);
            return SendDiagnosis.NONE;
        }
    }

    private SendDiagnosis sendAndWait(String topic, BatchSend batch, Producer<Object, Object> current)
            throws InterruptedException {
        long start = System.nanoTime();
        BooleanSupplier splits = new EndlessSplits(current, topic);
        BooleanSupplier client = producer.aliveCheck(current);
        BooleanSupplier alive = () -> client.getAsBoolean() && !splits.getAsBoolean();
        Lock lock = narrow.lock(topic);
        if (lock == null) {
            batch.send(current);
        } else {
            batch.sendOneByOne(current, lock, lease, alive);
        }
        batch.await(lease, alive);
        if (batch.anyUnanswered() && splits.getAsBoolean() && narrow.add(topic)) {
            log.warn(
                    "Kafka takes only small requests for topic {}, so its messages are sent one at a time for now. Set"
                            + " 'spring.kafka.producer.batch-size' to less than the topic's 'max.message.bytes'",
                    topic);
        }
        for (int resends = 0; resends < MAX_RESENDS && batch.resendRejectedWithOthers(current); resends++) {
            batch.await(lease, alive);
        }
        boolean broken = batch.isFatal() || (batch.anyWithoutResponse() && !alive.getAsBoolean());
        boolean byAnother = broken && !producer.replace(current, splits.getAsBoolean());
        return diagnose(topic, batch, current, start, byAnother);
    }

    private SendDiagnosis diagnose(
            String topic, BatchSend batch, Producer<Object, Object> current, long start, boolean replacedByAnother)
            throws InterruptedException {
        Exception deleted = batch.hasExpired() ? BrokerProbe.missingTopic(current, topic) : null;
        // Kafka's client reports the missing permission to one of the threads that wait for it, and lets the others
        // time out.
        boolean unauthorized = topicErrors.get(topic) == TopicError.UNAUTHORIZED;
        boolean responded = batch.anyConfirmed() || batch.isUnauthorized();
        if (deleted != null || unauthorized || batch.topicError() != null) {
            responded |= BrokerProbe.hasRespondedSince(current, start);
        } else if (!batch.anyWithoutResponse()) {
            // The client rejected the records by itself, which says nothing about the brokers.
            responded |= responding;
        }
        return new SendDiagnosis(
                responded ? deleted : null,
                responded && unauthorized,
                responded,
                producer.isReplaced(current),
                replacedByAnother);
    }

    private void remember(String topic, BatchSend batch, SendDiagnosis diagnosis) {
        responding = diagnosis.responding();
        if (batch.anyConfirmed()) {
            topicErrors.remove(topic);
        } else if (responding) {
            TopicError error = batch.topicError();
            if (error == null && diagnosis.deleted() != null) {
                error = TopicError.UNKNOWN;
            }
            if (error != null) {
                topicErrors.put(topic, error);
            }
        }
    }

    private Producer<Object, Object> availableProducer() throws InterruptedException {
        try {
            return producer.get();
        } catch (InterruptException e) {
            throw ExceptionTranslator.interrupted(e);
        } catch (RuntimeException e) {
            // Also one of the application's post-processors: no message is at fault.
            responding = false;
            throw new DestinationUnavailable("The Kafka producer can't be created: " + rootMessage(e), false, e);
        }
    }

    private static @Nullable String rootMessage(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure.getMessage() : rootMessage(cause);
    }
}
