package org.delay.redisson.engine;

import java.util.List;
import org.delay.redisson.DelayQueueException;

/** What a queue throws. */
final class ScriptedFailures {

    private ScriptedFailures() {}

    static DelayQueueException refused() {
        return new DelayQueueException.Refused("orders", List.of(), new IllegalStateException("connection refused"));
    }

    static DelayQueueException unknown() {
        return new DelayQueueException.OutcomeUnknown("orders", List.of(), new IllegalStateException("no answer"));
    }
}
