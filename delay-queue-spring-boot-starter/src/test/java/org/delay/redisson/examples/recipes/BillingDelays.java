package org.delay.redisson.examples.recipes;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt;

// tag::second-service-class[]
class BillingDelays {

    private final DelayQueueMessageProducer producer;

    BillingDelays(DelayQueueMessage queue) {
        producer = new DelayQueueMessageProducer(queue);
    }

    Receipt remind(String invoice) {
        return producer.sendMessage("invoice-reminder", invoice, Duration.ofDays(14));
    }
}
// end::second-service-class[]
