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

    boolean hasUnknownTopic() {
        return anyFailed((failure, taken) -> Failures.isUnknownTopic(failure));
    }

    /** Whether all records were handed over, and some of them given up for want of an answer. */
    boolean hasExpired() {
        return !anyFailed((failure, taken) -> !taken) && anyFailed((failure, taken) -> Failures.isTimeout(failure));
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

    /**
     * Says what failed, if anything did.
     *
     * @param explanation what is the matter with records that timed out, where it is known
     */
    void throwFailures(@Nullable Exception explanation) throws PartialFailure {
        Map<String, RuntimeException> causes = causes(explanation);
        if (causes.isEmpty()) {
            return;
        }
        Set<RuntimeException> different = new HashSet<>(causes.values());
        if (causes.size() == messages.size() && different.size() == 1) {
            throw different.iterator().next();
        }
        throw new PartialFailure(causes);
    }

    private Map<String, RuntimeException> causes(@Nullable Exception explanation) {
        Map<String, RuntimeException> causes = new LinkedHashMap<>();
        RuntimeException last = null;
        DestinationUnavailable unavailable = null;
        for (SentRecord record : records) {
            Exception failure = record.failure();
            if (failure == null) {
                continue;
            }
            last = record.isTaken()
                    ? Failures.notConfirmed(topic, record.message(), explained(failure, explanation))
                    : Failures.notSent(topic, failure);
            // One for all of them: what they tell does not differ, and there may be 200.
            if (last instanceof DestinationUnavailable failed && failed.mayStillArrive()) {
                unavailable = unavailable == null ? failed : unavailable;
                last = unavailable;
            }
            causes.put(record.message().id(), last);
        }
        for (DelayedMessage message : messages.subList(records.size(), messages.size())) {
            causes.put(message.id(), last);
        }
        return causes;
    }

    private static Exception explained(Exception failure, @Nullable Exception explanation) {
        return explanation != null && Failures.isTimeout(failure) ? explanation : failure;
    }
}
