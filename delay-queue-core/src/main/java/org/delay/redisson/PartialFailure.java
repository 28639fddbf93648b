package org.delay.redisson;

import java.util.Map;

/**
 * Thrown by {@link DelayQueueMessageConsumer#processMessages} to name the messages of a batch that failed. These are retried; the
 * others are acked.
 *
 * <pre>{@code
 * @Override
 * public int batchSize() {
 *     return 50;
 * }
 *
 * @Override
 * protected void processMessages(String topic, List<DelayedMessage> messages) throws PartialFailure {
 *     Map<String, Exception> failed = new HashMap<>();
 *     for (DelayedMessage message : messages) {
 *         try {
 *             payments.refund(read(message, Order.class));
 *         } catch (RuntimeException e) {
 *             failed.put(message.id(), e);
 *         }
 *     }
 *     if (!failed.isEmpty()) {
 *         throw new PartialFailure(failed);
 *     }
 * }
 * }</pre>
 */
public class PartialFailure extends Exception {

    private final transient Map<String, Throwable> causes;

    /**
     * Names the failed messages.
     *
     * @param causes the cause of failure by message id
     */
    public PartialFailure(Map<String, ? extends Throwable> causes) {
        super((causes.size() == 1 ? "1 message" : causes.size() + " messages") + " failed: "
                + causes.keySet().stream().limit(5).toList());
        this.causes = Map.copyOf(causes);
        causes.values().forEach(this::addSuppressed);
    }

    /** The cause of failure by message id. */
    public Map<String, Throwable> causes() {
        return causes;
    }
}
