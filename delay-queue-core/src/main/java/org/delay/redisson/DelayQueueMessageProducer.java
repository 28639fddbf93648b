package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends delayed messages. Applications inject it:
 *
 * <pre>{@code
 * Receipt receipt = producer.sendMessage("order-timeout", order, 30, TimeUnit.MINUTES);
 * CancelResult result = producer.cancel("order-timeout", receipt.id());
 * }</pre>
 *
 * <p>When a send returns, the message is stored and will be delivered at least once. A send is immediate and does not take part
 * in transactions: a rollback does not cancel it. With {@code delay.redisson.transaction=after-commit}, sends, cancels and
 * reschedules inside a transaction wait for its commit instead. Safe for use by many threads.
 *
 * <p>Sends throw {@link IllegalArgumentException} for an invalid argument, {@link DelayQueueException.Refused} if
 * nothing was stored, and {@link DelayQueueException.OutcomeUnknown}, with the id, if that is not certain. Sends that wait
 * for replicas throw {@link DelayQueueException.NotReplicated} if too few had the message in time.
 */
public class DelayQueueMessageProducer {

    private final DelayQueueMessage queue;

    /**
     * Creates a producer.
     *
     * @param queue where messages are stored
     */
    public DelayQueueMessageProducer(DelayQueueMessage queue) {
        this.queue = queue;
    }

    /** The name of the service that this producer sends to, or an empty string if the queue does not know it. */
    public String service() {
        return queue.service();
    }

    /** Sends an object under a generated id, to be delivered after a delay. */
    public <T> Receipt sendMessage(String topic, T object, long delay, TimeUnit unit) {
        return sendMessage(topic, object, duration(delay, unit));
    }

    /** Sends an object under a generated id, to be delivered after a delay. */
    public <T> Receipt sendMessage(String topic, T object, Duration delay) {
        return sendMessage(OutgoingMessage.to(topic).body(object).delay(delay).build());
    }

    /** Sends an object under a generated id, to be delivered at a time by Redis's clock. A time in the past means now. */
    public <T> Receipt sendMessageAt(String topic, T object, Instant dueTime) {
        return sendMessage(
                OutgoingMessage.to(topic).body(object).dueTime(dueTime).build());
    }

    /**
     * Sends a message.
     *
     * @throws DelayQueueException.Duplicate for {@link OutgoingMessage.OnDuplicate#REJECT}, if its id exists
     */
    public Receipt sendMessage(OutgoingMessage message) {
        return queue.schedule(List.of(Checks.given("message", message))).get(0);
    }

    /**
     * Sends messages of any topics in as few round trips as possible. This is much cheaper than sending them one by one.
     *
     * @return the receipt of each message, in the same order
     * @throws DelayQueueException.PartlySent instead of the other exceptions, if some or all messages were not accepted
     */
    public List<Receipt> sendMessages(Collection<OutgoingMessage> messages) {
        return queue.schedule(messages);
    }

    /**
     * Sends a message without blocking. The future completes within 30 s, with what {@link #sendMessage(OutgoingMessage)} would
     * return or throw. It fails at once with {@link DelayQueueException.Refused} if too many of these are already waiting. Dependent
     * stages run on separate threads and may block; a stage that blocks delays others by up to 50 ms.
     */
    public CompletableFuture<Receipt> sendMessageAsync(OutgoingMessage message) {
        return queue.scheduleAsync(List.of(Checks.given("message", message))).thenApply(receipts -> receipts.get(0));
    }

    /** Cancels a message. {@link CancelResult#CANCELLED} is returned only if no delivery can be under way. */
    public CancelResult cancel(String topic, String id) {
        return queue.cancel(topic, id);
    }

    /** Changes the due time of a message. The delay starts now. */
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        return queue.reschedule(topic, id, delay);
    }

    private static Duration duration(long delay, TimeUnit unit) {
        Checks.given("unit", unit);
        if (unit.compareTo(TimeUnit.SECONDS) <= 0) {
            return Duration.of(delay, unit.toChronoUnit());
        }
        long seconds = unit.toSeconds(delay);
        if (seconds == Long.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "delay must be at most " + Long.MAX_VALUE + " SECONDS, but is " + delay + " " + unit);
        }
        if (seconds == Long.MIN_VALUE) {
            throw new IllegalArgumentException("delay must not be negative, but is " + delay + " " + unit);
        }
        return Duration.ofSeconds(seconds);
    }
}
