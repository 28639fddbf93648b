package org.delay.redisson.system;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/** A consumer of single messages that does as a test says. */
public final class Handler extends DelayQueueMessageConsumer {

    private final Work work;

    public Handler(Work work) {
        this.work = work;
    }

    /** What is done with a message. */
    @FunctionalInterface
    public interface Work {
        void handle(DelayedMessage message) throws Exception;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        for (DelayedMessage message : messages) {
            work.handle(message);
        }
    }
}
