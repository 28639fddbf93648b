package org.delay.redisson.transaction;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A queue whose sends, cancels and reschedules inside a Spring transaction are done after its commit. All other calls are
 * immediate, as are these without a transaction.
 *
 * <p>Public for this library's auto-configuration only; it may change.
 */
public final class AfterCommitQueue extends ForwardingDelayQueue {

    private final MessageRecorder recorder;

    /**
     * Wraps a queue.
     *
     * @param converter writes bodies; asked at the first send inside a transaction
     * @param limits those of the queue, so that invalid messages are refused inside the transaction
     */
    public AfterCommitQueue(DelayQueueMessage queue, Supplier<BodyConverter> converter, Limits limits) {
        super(queue);
        recorder = new MessageRecorder(converter, limits);
    }

    @Override
    public <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode) {
        new DelayQueueMessageProducer(this).sendMessage(queueCode, value, delay, timeUnit);
    }

    @Override
    public List<Receipt> schedule(Collection<OutgoingMessage> messages) {
        RecordedCalls calls = ofTransaction();
        return calls == null ? delegate().schedule(messages) : record(messages, calls);
    }

    /** Completed at once, because its caller may wait for it inside the transaction. */
    @Override
    public CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages) {
        RecordedCalls calls = ofTransaction();
        return calls == null
                ? delegate().scheduleAsync(messages)
                : CompletableFuture.completedFuture(record(messages, calls));
    }

    private List<Receipt> record(Collection<OutgoingMessage> messages, RecordedCalls calls) {
        List<RecordedCall.Send> sends = recorder.record(messages);
        sends.forEach(calls::add);
        return sends.stream().map(MessageRecorder::receipt).toList();
    }

    @Override
    public CancelResult cancel(String topic, String id) {
        RecordedCalls calls = ofTransaction();
        if (calls == null) {
            return delegate().cancel(topic, id);
        }
        calls.add(new RecordedCall.Cancel(Checks.topic(topic), Checks.id(id)));
        return CancelResult.RECORDED;
    }

    @Override
    public RescheduleResult reschedule(String topic, String id, Duration delay) {
        RecordedCalls calls = ofTransaction();
        if (calls == null) {
            return delegate().reschedule(topic, id, delay);
        }
        recorder.checkDelay(delay);
        calls.add(new RecordedCall.Reschedule(Checks.topic(topic), Checks.id(id), delay));
        return RescheduleResult.RECORDED;
    }

    /**
     * The calls of this thread's transaction, or null if a call is to be made now. Found among the synchronizations rather than
     * in a bound resource: Spring suspends and ends those with their transaction, whatever happens.
     */
    private @Nullable RecordedCalls ofTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return null;
        }
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof RecordedCalls calls && calls.isOf(delegate())) {
                return calls.isCommitted() ? null : calls;
            }
        }
        RecordedCalls calls = new RecordedCalls(delegate(), recorder.bulk());
        TransactionSynchronizationManager.registerSynchronization(calls);
        return calls;
    }
}
