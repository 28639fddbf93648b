package org.delay.redisson.examples.failures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.examples.Order;

/** Takes many at a time; no bean, since an application has one consumer. */
class BatchOfRefunds extends DelayQueueMessageConsumer {

    private final Payments payments;

    BatchOfRefunds(Payments payments) {
        this.payments = payments;
    }

    // tag::batch[]
    @Override
    public int batchSize() {
        return 50;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws PartialFailure {
        Map<String, Exception> failed = new HashMap<>();
        for (DelayedMessage message : messages) {
            try {
                payments.refund(read(message, Order.class));
            } catch (RuntimeException e) {
                failed.put(message.id(), e);
            }
        }
        if (!failed.isEmpty()) {
            throw new PartialFailure(failed);
        }
    }
    // end::batch[]
}
