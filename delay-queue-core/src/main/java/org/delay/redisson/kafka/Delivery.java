package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.jspecify.annotations.Nullable;

/**
 * One batch on its way to the broker. Its records are waited for one by one rather than flushed, because a flush waits
 * for what other threads send too. For one thread.
 */
final class Delivery {

    private final String topic;
    private final List<DelayedMessage> messages;
    private final List<SentRecord> records = new ArrayList<>();

    Delivery(String topic, List<DelayedMessage> messages) {
        this.topic = topic;
        this.messages = messages;
    }

    /**
     * Hands the records to the producer, in the batch's order, up to the first failure that the others would share: so a
     * batch waits only once for what is not there.
     *
     * @throws InterruptedException if interrupted; records that were handed over before may arrive
     */
    void send(Producer<String, String> producer) throws InterruptedException {
        for (DelayedMessage message : messages) {
            SentRecord record = new SentRecord(message);
            records.add(record);
            send(producer, record);
            Exception failure = record.failure();
            if (!record.isTaken() && failure != null && !Failures.concernsOneRecord(failure)) {
                return;
            }
        }
    }

    private void send(Producer<String, String> producer, SentRecord record) throws InterruptedException {
        try {
            var unused = producer.send(KafkaRecord.of(topic, record.message()), record);
        } catch (InterruptException e) {
            // Thrown before the record is taken only.
            records.remove(record);
            throw Interruption.of(e);
        } catch (RuntimeException e) {
            record.refused(e);
        }
    }

    /**
     * Waits until each record that was handed over is confirmed or has failed.
     *
     * @param timeout longer than Kafka's own, for a producer that doesn't keep to it
     */
    void await(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (SentRecord record : records) {
            record.await(end);
        }
    }

    /** Whether Kafka confirmed a record. */
    boolean hasConfirmed() {
        return records.stream().anyMatch(record -> record.isAnswered() && record.failure() == null);
    }

    boolean hasUnknownTopic() {
        return anyFailed((failure, taken) -> Failures.isUnknownTopic(failure));
    }

    /** Whether all records were handed over, and some of them given up for want of an answer. */
    boolean hasExpired() {
        return !anyFailed((failure, taken) -> !taken) && anyFailed((failure, taken) -> Failures.isTimeout(failure));
    }

    /** Whether records failed as they do when nobody answers. */
    boolean hasUnanswered() {
        return anyFailed((failure, taken) -> failure instanceof RetriableException);
    }

    /** Whether the producer is of no more use. */
    boolean isFatal() {
        return anyFailed(Failures::isFatal);
    }

    private boolean anyFailed(BiPredicate<Exception, Boolean> test) {
        return records.stream().anyMatch(record -> {
            Exception failure = record.failure();
            return failure != null && test.test(failure, record.isTaken());
        });
    }

    /** Says what failed, if anything did. */
    void throwFailures(Circumstances circumstances) throws PartialFailure {
        Map<String, Throwable> causes = new LinkedHashMap<>();
        Throwable last = judge(causes, circumstances, null);
        if (last != null) {
            unreached(causes, last);
        }
        if (causes.isEmpty()) {
            return;
        }
        Set<Throwable> different = new HashSet<>(causes.values());
        if (causes.size() == messages.size()
                && different.size() == 1
                && different.iterator().next() instanceof RuntimeException failure) {
            throw failure;
        }
        throw new PartialFailure(causes);
    }

    /** Whether a record was handed over, so that it may arrive whatever happens here. */
    boolean hasTaken() {
        return records.stream().anyMatch(SentRecord::isTaken);
    }

    /**
     * Says of each message what is known of it where the delivery was broken off.
     *
     * @param reason what those get that were not reached; of those that wait for an answer the outcome is unknown
     */
    void throwBrokenOff(Throwable reason) throws PartialFailure {
        Map<String, Throwable> causes = new LinkedHashMap<>();
        judge(causes, Circumstances.NONE, reason);
        unreached(causes, reason);
        if (!causes.isEmpty()) {
            throw new PartialFailure(causes);
        }
    }

    /** Puts in what became of the records that failed; returns the last. */
    private @Nullable Throwable judge(
            Map<String, Throwable> causes, Circumstances circumstances, @Nullable Throwable brokenOff) {
        RuntimeException last = null;
        DestinationUnavailable unavailable = null;
        for (SentRecord record : records) {
            Exception failure = record.failure();
            if (brokenOff != null && !record.isAnswered()) {
                last = Failures.unknown(topic, record.message(), brokenOff);
            } else if (failure == null) {
                continue;
            } else if (record.isTaken()) {
                last = Failures.notConfirmed(
                        topic, record.message(), circumstances.explain(failure), circumstances.replaced());
            } else {
                last = Failures.notSent(topic, circumstances.explain(failure));
            }
            // One for all of them: what they tell does not differ, and there may be 200.
            if (last instanceof DestinationUnavailable failed && failed.mayStillArrive()) {
                unavailable = unavailable == null ? failed : unavailable;
                last = unavailable;
            }
            causes.put(record.message().id(), last);
        }
        return last;
    }

    private void unreached(Map<String, Throwable> causes, Throwable cause) {
        for (DelayedMessage message : messages.subList(records.size(), messages.size())) {
            causes.put(message.id(), cause);
        }
    }

    /**
     * What was found out after a delivery, and decides what its failures mean.
     *
     * @param deleted what Kafka says of the topic, if that explains why records timed out
     * @param answering whether Kafka answered of late. The client repeats for ever what it was last told of a topic.
     * @param replaced whether the producer was closed meanwhile
     */
    record Circumstances(@Nullable Exception deleted, boolean answering, boolean replaced) {

        static final Circumstances NONE = new Circumstances(null, true, false);

        Exception explain(Exception failure) {
            if (!Failures.isTimeout(failure)) {
                return failure;
            }
            if (!answering && Failures.isUnknownTopic(failure)) {
                return new TimeoutException(failure.getMessage());
            }
            return deleted == null ? failure : deleted;
        }
    }
}
