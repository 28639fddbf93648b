package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.broker.BatchOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The send of one batch. It waits for its records one by one instead of flushing the producer, because a flush also waits
 * for the records of other threads. For one thread.
 */
final class BatchSend {

    private final String topic;
    private final List<DelayedMessage> messages;
    private final RecordSource source;
    private final List<SentRecord> records = new ArrayList<>();

    BatchSend(String topic, List<DelayedMessage> messages, RecordSource source) {
        this.topic = topic;
        this.messages = messages;
        this.source = source;
    }

    /**
     * Passes the records to the producer, in the batch's order, up to the first failure that would also affect the rest. So
     * a batch waits only once for a topic that does not exist.
     *
     * @throws InterruptedException if interrupted; records that were passed before may arrive
     */
    void send(Producer<Object, Object> producer) throws InterruptedException {
        for (DelayedMessage message : messages) {
            if (affectsTheRest(sendNext(producer, message))) {
                return;
            }
        }
    }

    /**
     * As {@link #send(Producer)}, but waits for each record before the next one, so that each has a batch of the client for itself.
     *
     * @param lock of the topic
     * @param timeout as that of {@link #await}
     */
    void sendOneByOne(Producer<Object, Object> producer, Lock lock, Duration timeout, BooleanSupplier alive)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (DelayedMessage message : messages) {
            SentRecord record;
            lock.lockInterruptibly();
            try {
                record = sendNext(producer, message);
                record.await(end, alive);
            } finally {
                lock.unlock();
            }
            Exception failure = record.failure();
            if (!record.isCompleted() || (failure != null && !KafkaErrors.concernsOneRecord(failure))) {
                return;
            }
        }
    }

    private SentRecord sendNext(Producer<Object, Object> producer, DelayedMessage message) throws InterruptedException {
        SentRecord record = new SentRecord(message);
        records.add(record);
        try {
            send(producer, record);
        } catch (InterruptedException e) {
            records.remove(record);
            throw e;
        }
        return record;
    }

    /**
     * Sends the records again that Kafka rejected only because others of their request were invalid. The invalid ones are
     * not sent again, so fewer are rejected each time.
     *
     * @return whether there were any
     * @throws InterruptedException as {@link #send(Producer)} does
     */
    boolean resendRejectedWithOthers(Producer<Object, Object> producer) throws InterruptedException {
        boolean any = false;
        for (int i = 0; i < records.size(); i++) {
            SentRecord rejected = records.get(i);
            Exception failure = rejected.failure();
            if (failure == null || !KafkaErrors.isRejectedWithOthers(failure)) {
                continue;
            }
            SentRecord again = new SentRecord(rejected.message());
            send(producer, again);
            records.set(i, again);
            any = true;
            if (affectsTheRest(again)) {
                break;
            }
        }
        return any;
    }

    /** @throws InterruptedException only before the producer accepts the record */
    private void send(Producer<Object, Object> producer, SentRecord record) throws InterruptedException {
        try {
            var unused = producer.send(source.of(record.message()), record);
        } catch (InterruptException e) {
            throw ExceptionTranslator.interrupted(e);
        } catch (RuntimeException e) {
            record.notAccepted(e);
        }
    }

    private static boolean affectsTheRest(SentRecord record) {
        Exception failure = record.failure();
        return !record.isAccepted() && failure != null && !KafkaErrors.concernsOneRecord(failure);
    }

    /**
     * Waits until each accepted record is confirmed or has failed.
     *
     * @param timeout longer than Kafka's own, in case the producer exceeds that
     * @param alive whether the client can still respond
     */
    void await(Duration timeout, BooleanSupplier alive) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (SentRecord record : records) {
            record.await(end, alive);
        }
    }

    /** Whether the outcome of a record is not known. */
    boolean anyUnanswered() {
        return records.stream().anyMatch(record -> !record.isCompleted());
    }

    boolean anyConfirmed() {
        return records.stream().anyMatch(SentRecord::isConfirmed);
    }

    /** Whether the producer accepted a record, which may arrive whatever happens here. */
    boolean anyAccepted() {
        return records.stream().anyMatch(SentRecord::isAccepted);
    }

    /** Why Kafka rejects all records of the topic, by a response or by the cause of a time-out; null if none says so. */
    @Nullable
    TopicError topicError() {
        return records.stream()
                .flatMap(record -> Stream.ofNullable(record.failure()))
                .flatMap(failure -> Stream.ofNullable(KafkaErrors.topicError(failure)))
                .findFirst()
                .orElse(null);
    }

    /** Whether Kafka responded that the application may not write to the topic. */
    boolean isUnauthorized() {
        return anyFailed((failure, accepted) -> failure instanceof TopicAuthorizationException);
    }

    /** Whether the producer accepted all records, and gave some up because no response came. */
    boolean hasExpired() {
        return !anyFailed((failure, accepted) -> !accepted)
                && anyFailed((failure, accepted) -> KafkaErrors.isTimeout(failure));
    }

    /** Whether records failed as they do when no broker responds. */
    boolean anyWithoutResponse() {
        return anyFailed((failure, accepted) ->
                failure instanceof RetriableException && !KafkaErrors.isUnknownPartition(failure));
    }

    /** Whether the producer must be replaced. */
    boolean isFatal() {
        return anyFailed(KafkaErrors::isFatal);
    }

    private boolean anyFailed(BiPredicate<Exception, Boolean> test) {
        return records.stream().anyMatch(record -> {
            Exception failure = record.failure();
            return failure != null && test.test(failure, record.isAccepted());
        });
    }

    /** Throws if a message failed. Messages behind the last record share its failure. */
    void throwFailures(SendDiagnosis diagnosis) throws PartialFailure {
        BatchOutcome outcome = new BatchOutcome(messages);
        for (SentRecord record : records) {
            Exception failure = record.failure();
            if (failure != null) {
                outcome.failed(record.message(), translate(record, failure, diagnosis));
            }
        }
        outcome.notSentFrom(records.size());
        outcome.throwFailures();
    }

    /**
     * Throws for a send that did not run to its end. The outcome of records without a response is unknown.
     *
     * @param reason the failure of the messages that were not sent
     */
    void throwAborted(Throwable reason) throws PartialFailure {
        BatchOutcome outcome = new BatchOutcome(messages);
        for (SentRecord record : records) {
            Exception failure = record.failure();
            if (!record.isCompleted()) {
                outcome.failed(record.message(), ExceptionTranslator.outcomeUnknown(topic, record.message(), reason));
            } else if (failure != null) {
                outcome.failed(record.message(), translate(record, failure, SendDiagnosis.NONE));
            }
        }
        outcome.notSentFrom(records.size(), reason);
        outcome.throwPartialFailure();
    }

    private RuntimeException translate(SentRecord record, Exception failure, SendDiagnosis diagnosis) {
        return record.isAccepted()
                ? ExceptionTranslator.notConfirmed(
                        topic, record.message(), diagnosis.causeOfNotConfirmed(failure), diagnosis.replaced())
                : ExceptionTranslator.notAccepted(topic, diagnosis.causeOfNotAccepted(topic, failure));
    }
}
