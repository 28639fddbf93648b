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
 * <p>When a send returns, the message is stored and will be delivered at least once. A send is immediate and takes no
 * part in transactions: a rollback does not cancel it. Safe for use by many threads.
 *
 * <p>Sends throw {@link IllegalArgumentException} for an invalid argument, {@link DelayQueueException.Refused} if
 * nothing was stored, and {@link DelayQueueException.OutcomeUnknown}, with the id, if that is not certain. Sends that wait
 * for replicas throw {@link DelayQueueException.NotReplicated} if too few had the message in time.
 */
public class DelayQueueMessageProducer {

    private final DelayQueueMessage queue;

    /**
     * Makes a producer.
     *
     * @param queue where messages are stored
     */
    public DelayQueueMessageProducer(DelayQueueMessage queue) {
        this.queue = queue;
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
        return queue.schedule(List.of(message)).get(0);
    }

    /**
     * Sends messages, of any topics, in as few round trips as possible: much cheaper than one by one.
     *
     * @return for each message its receipt, in the same order
     * @throws DelayQueueException.PartlySent instead of all others, if some or all were not accepted
     */
    public List<Receipt> sendMessages(Collection<OutgoingMessage> messages) {
        return queue.schedule(messages);
    }

    /**
     * Sends a message without blocking. The future completes within 30 s, with what {@link #sendMessage(OutgoingMessage)} would
     * return or throw. It fails at once with {@link DelayQueueException.Refused} if too many sends wait already. Dependent
     * stages run on separate threads and may block; a stage that blocks delays others by up to 50 ms.
     */
    public CompletableFuture<Receipt> sendMessageAsync(OutgoingMessage message) {
        return queue.scheduleAsync(List.of(message)).thenApply(receipts -> receipts.get(0));
    }

    /** Cancels a message. {@link CancelResult#CANCELLED} is returned only if no delivery can be under way. */
    public CancelResult cancel(String topic, String id) {
        return queue.cancel(topic, id);
    }

    /** Changes the due time of a message: the delay counts from now. */
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        return queue.reschedule(topic, id, delay);
    }

    private static Duration duration(long delay, TimeUnit unit) {
        Checks.given("unit", unit);
        try {
            return Duration.of(delay, unit.toChronoUnit());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("delay must be at most 3653 days, but is " + delay + " " + unit, e);
        }
    }
}
