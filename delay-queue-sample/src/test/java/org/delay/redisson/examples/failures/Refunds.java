package org.delay.redisson.examples.failures;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Component;

@Component
class Refunds extends DelayQueueMessageConsumer {

    private final Payments payments;

    Refunds(Payments payments) {
        this.payments = payments;
    }

    // tag::kinds[]
    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        Order order = read(messages.get(0), Order.class);
        try {
            payments.refund(order);
        } catch (Payments.NoSuchAccount e) {
            throw new PermanentFailure("no account for order " + order.id(), e);
        } catch (Payments.Closed e) {
            throw new DestinationUnavailable("payments are closed", false, e);
        }
    }
    // end::kinds[]
}
