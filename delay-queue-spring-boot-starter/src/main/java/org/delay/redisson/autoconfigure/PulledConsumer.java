package org.delay.redisson.autoconfigure;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;

/** Stands where a route names a destination whose receivers ask for messages. The engine hands nothing to it. */
@RequiredArgsConstructor
final class PulledConsumer extends DelayQueueMessageConsumer {

    private final String name;

    /** @throws DestinationUnavailable always: an engine of the application's own does not know the destination */
    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        throw new DestinationUnavailable(
                "Messages of topic " + topic + " are for receivers of '" + name
                        + "', which this application's own DispatchEngine bean does not know",
                false,
                null);
    }
}
