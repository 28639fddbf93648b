package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;

/** A consumer whose destination is unavailable while a test says so. */
@RequiredArgsConstructor
class MayBeAway extends DelayQueueMessageConsumer {

    private final AtomicBoolean away;

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        if (away.get()) {
            throw new DestinationUnavailable("payments are closed", false, null);
        }
    }
}
