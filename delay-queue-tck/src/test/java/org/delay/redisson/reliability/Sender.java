package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;

/** Sends single messages, and writes them down. Thread-safe. */
record Sender(DelayQueueMessage queue, String topic, LedgerFile ledger) {

    /** Says whether the message was accepted; it may fail with what the library says that sends fail with. */
    boolean send(String id, Duration delay) {
        ledger.attempted(id);
        try {
            ledger.accepted(queue.schedule(List.of(
                    OutgoingMessage.to(topic).id(id).body("body").delay(delay).build())));
            return true;
        } catch (DelayQueueException.Refused
                | DelayQueueException.OutcomeUnknown
                | DelayQueueException.NotReplicated e) {
            return false;
        }
    }
}
