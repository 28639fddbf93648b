package org.delay.redisson.examples.failures;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.autoconfigure.DeadLetterEvent;
import org.delay.redisson.autoconfigure.MessageExpiredEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** What becomes of messages that are given up or dropped. */
@Component
public class DeadLetters {

    private final DelayQueueMessage queue;
    private final Queue<String> alarms = new ConcurrentLinkedQueue<>();

    DeadLetters(DelayQueueMessage queue) {
        this.queue = queue;
    }

    // tag::dead[]
    @EventListener
    void onDeadLetter(DeadLetterEvent event) {
        alarms.add(event.message().id() + ": " + event.error());
    }
    // end::dead[]

    // tag::expired[]
    @EventListener
    void onExpired(MessageExpiredEvent event) {
        alarms.add(event.message().id() + ": " + event.lateness().toMinutes() + " min too late");
    }
    // end::expired[]

    // tag::redrive[]
    public void redriveAll(String topic) {
        Page page = queue.list(topic, State.DEAD, null, 100);
        for (StoredMessage dead : page.messages()) {
            queue.redrive(topic, dead.message().id());
        }
    }
    // end::redrive[]

    List<String> alarms() {
        return List.copyOf(alarms);
    }
}
