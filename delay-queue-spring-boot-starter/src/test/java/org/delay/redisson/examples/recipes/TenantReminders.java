package org.delay.redisson.examples.recipes;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

// tag::tenant-receiver[]
class TenantReminders extends DelayQueueMessageConsumer {

    private static final String PREFIX = "reminder-";

    private final Mailer mailer;

    TenantReminders(Mailer mailer) {
        this.mailer = mailer;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        String tenant = topic.substring(PREFIX.length());
        messages.forEach(message -> mailer.remind(tenant, message.body()));
    }
}
// end::tenant-receiver[]
