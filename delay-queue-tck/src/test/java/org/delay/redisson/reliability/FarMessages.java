package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;

/**
 * Messages that are due after the scenario: each application sends some, and cancels those of another one at the end. One that
 * is not found then is told by the ledger: it was accepted, and neither delivered nor cancelled.
 */
final class FarMessages {

    private static final Duration FAR = Duration.ofHours(1);

    private final List<DelayQueueMessage> queues;
    private final String topic;
    private final LedgerFile ledger;
    private final List<Queue<String>> accepted;

    /** @param queues of the applications; that of the first is number 0 */
    FarMessages(List<DelayQueueMessage> queues, String topic, LedgerFile ledger) {
        this.queues = List.copyOf(queues);
        this.topic = topic;
        this.ledger = ledger;
        this.accepted = Stream.<Queue<String>>generate(ConcurrentLinkedQueue::new)
                .limit(queues.size())
                .toList();
    }

    /** Sends some, one after the other, by one application. */
    void send(int application, String prefix, int number) {
        Sender sender = new Sender(queues.get(application), topic, ledger);
        for (int i = 0; i < number; i++) {
            String id = prefix + "-" + application + "-" + i;
            if (sender.send(id, FAR)) {
                accepted.get(application).add(id);
            }
        }
    }

    /** Cancels all that were accepted, and answers how many it did not find, or found under delivery. */
    int cancel() throws Exception {
        Queue<String> missed = new ConcurrentLinkedQueue<>();
        Parallel.run(queues.size(), application -> {
            DelayQueueMessage queue = queues.get(application);
            for (String id : accepted.get((application + 1) % queues.size())) {
                if (queue.cancel(topic, id) == CancelResult.CANCELLED) {
                    ledger.cancelled(id);
                } else {
                    missed.add(id);
                }
            }
        });
        return missed.size();
    }
}
