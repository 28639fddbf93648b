package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
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
    private final RecordTimestamp timestamp;
    private final List<SentRecord> records = new ArrayList<>();

    Delivery(String topic, List<DelayedMessage> messages, RecordTimestamp timestamp) {
        this.topic = topic;
        this.messages = messages;
        this.timestamp = timestamp;
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
            try {
                send(producer, record);
            } catch (InterruptedException e) {
                records.remove(record);
                throw e;
            }
            if (record.failsTheOthersToo()) {
                return;
            }
        }
    }

    /**
     * Sends those again that Kafka refused only since others of their request were at fault. These are not sent again, so
     * that each time fewer are refused.
     *
     * @return whether there were any
     * @throws InterruptedException as {@link #send(Producer)} does
     */
    boolean sendNeighboursAgain(Producer<String, String> producer) throws InterruptedException {
        boolean any = false;
        for (int i = 0; i < records.size(); i++) {
            SentRecord refused = records.get(i);
            Exception failure = refused.failure();
            if (failure == null || !Failures.isRefusedNeighbour(failure)) {
                continue;
            }
            SentRecord again = new SentRecord(refused.message());
            send(producer, again);
            records.set(i, again);
            any = true;
            if (again.failsTheOthersToo()) {
                break;
            }
        }
        return any;
    }

    /** @throws InterruptedException before the record is taken only */
    private void send(Producer<String, String> producer, SentRecord record) throws InterruptedException {
        try {
            var unused = producer.send(timestamp.record(topic, record.message()), record);
        } catch (InterruptException e) {
            throw Interruption.of(e);
        } catch (RuntimeException e) {
            record.refused(e);
        }
    }

    /**
     * Waits until each record that was handed over is confirmed or has failed.
     *
     * @param timeout longer than Kafka's own, for a producer that doesn't keep to it
     * @param alive whether the client can still answer
     */
    void await(Duration timeout, BooleanSupplier alive) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (SentRecord record : records) {
            record.await(end, alive);
        }
    }

    /** Whether Kafka confirmed a record. */
    boolean hasConfirmed() {
        return records.stream().anyMatch(record -> record.isAnswered() && record.failure() == null);
    }

    /** Why Kafka takes nothing for the topic, by its answer or as the reason of a time-out; null if it does not say that. */
    @Nullable
    Refusal refusal() {
        return records.stream()
                .flatMap(record -> Stream.ofNullable(record.failure()))
                .flatMap(failure -> Stream.ofNullable(Failures.refusal(failure)))
                .findFirst()
                .orElse(null);
    }

    /** Whether Kafka said that the application may not write to the topic. */
    boolean isDenied() {
        return anyFailed((failure, taken) -> failure instanceof TopicAuthorizationException);
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
                        topic, record.message(), circumstances.explainTaken(failure), circumstances.replaced());
            } else {
                last = Failures.notSent(topic, circumstances.explainNotTaken(topic, failure));
            }
            // One for all of them: what they tell does not differ, and there may be 200.
            if (last instanceof DestinationUnavailable failed) {
                unavailable = unavailable != null && tellTheSame(unavailable, failed) ? unavailable : failed;
                last = unavailable;
            }
            causes.put(record.message().id(), last);
        }
        return last;
    }

    private static boolean tellTheSame(DestinationUnavailable one, DestinationUnavailable other) {
        return one.mayStillArrive() == other.mayStillArrive() && one.isOfTopicOnly() == other.isOfTopicOnly();
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
     * @param denied whether Kafka said to somebody else that the topic may not be written to
     * @param answering whether Kafka answered of late. The client repeats for ever what it was last told of a topic.
     * @param replaced whether the producer was closed meanwhile
     */
    record Circumstances(@Nullable Exception deleted, boolean denied, boolean answering, boolean replaced) {

        static final Circumstances NONE = new Circumstances(null, false, true, false);

        Exception explainNotTaken(String topic, Exception failure) {
            return denied && Failures.isTimeout(failure)
                    ? new TopicAuthorizationException(topic)
                    : explainTaken(failure);
        }

        Exception explainTaken(Exception failure) {
            if (!Failures.isTimeout(failure)) {
                return failure;
            }
            if (!answering && Failures.refusal(failure) != null) {
                return new TimeoutException(failure.getMessage());
            }
            return deleted == null ? failure : deleted;
        }
    }
}
