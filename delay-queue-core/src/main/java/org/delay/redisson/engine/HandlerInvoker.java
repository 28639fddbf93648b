package org.delay.redisson.engine;

import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Calls the consumer with a slice of a batch. */
@Slf4j
@RequiredArgsConstructor
final class HandlerInvoker {

    private final DelayQueueMessageConsumer consumer;
    private final DeliveryOutcomes outcomes;
    private final DispatchListener listener;
    private final Ticker ticker;

    /** How many messages of a topic the consumer takes at once. */
    int most(String topic) {
        return consumer.batchSize(topic);
    }

    /** Says whether the batch is still this worker's after the call. */
    boolean invoke(ClaimedBatch batch, int from, int to) {
        long began = ticker.nanos();
        List<Claimed> slice = batch.begin(from, to, began);
        @Nullable Throwable thrown = deliver(batch.topic(), messages(slice));
        boolean mine = batch.end();
        // A handler's interrupt must not meet our own calls; the engine tells its threads to end by a signal.
        if (Thread.interrupted()) {
            log.debug("A handler of topic {} left its thread interrupted", batch.topic());
        }
        if (!mine) {
            return false;
        }
        if (thrown == null) {
            outcomes.done(batch, slice, began);
        } else {
            outcomes.failed(batch, slice, began, thrown);
        }
        return true;
    }

    /** Most consumers take one message at a time: a stream for each was a fifth of the call's cost. */
    private static List<DelayedMessage> messages(List<Claimed> slice) {
        return slice.size() == 1
                ? List.of(slice.get(0).message())
                : slice.stream().map(Claimed::message).toList();
    }

    private @Nullable Throwable deliver(String topic, List<DelayedMessage> messages) {
        try {
            messages.forEach(listener::started);
            consumer.deliver(topic, messages);
            return null;
        } catch (Throwable e) {
            // Errors too: a handler's broken class or exhausted memory must not take the worker along.
            return e;
        }
    }
}
