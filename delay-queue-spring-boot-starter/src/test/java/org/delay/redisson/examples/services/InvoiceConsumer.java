package org.delay.redisson.examples.services;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/** Not a bean, or the messages of the application's own service could go to it. */
public class InvoiceConsumer extends DelayQueueMessageConsumer {

    /** What came. */
    public static final Queue<String> RECEIVED = new ConcurrentLinkedQueue<>();

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        messages.forEach(message -> RECEIVED.add(message.body()));
    }
}
