package org.delay.redisson.examples.failures;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
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
    public BulkResult redriveAll(String topic) {
        return queue.redriveDead(DeadLetterFilter.of(topic));
    }
    // end::redrive[]

    public BulkResult redriveSome(String topic) {
        // tag::redrive-some[]
        DeadLetterFilter filter = DeadLetterFilter.of(topic)
                .withError("ConnectException")
                .withOlderThan(Duration.ofMinutes(10))
                .withLimit(500);
        return queue.redriveDead(filter);
        // end::redrive-some[]
    }

    List<String> alarms() {
        return List.copyOf(alarms);
    }
}
