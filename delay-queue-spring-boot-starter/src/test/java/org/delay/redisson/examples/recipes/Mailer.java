package org.delay.redisson.examples.recipes;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.delay.redisson.DelayQueueMessageProducer;

/** Reminds the customers of tenants. */
class Mailer {

    private final DelayQueueMessageProducer producer;
    private final List<String> reminded = new CopyOnWriteArrayList<>();

    Mailer(DelayQueueMessageProducer producer) {
        this.producer = producer;
    }

    void remindLater(String tenant, String customer) {
        // tag::tenant-send[]
        producer.sendMessage("reminder-" + tenant, customer, Duration.ofHours(2));
        // end::tenant-send[]
    }

    void remind(String tenant, String customer) {
        reminded.add(tenant + ": " + customer);
    }

    List<String> reminded() {
        return reminded;
    }
}
