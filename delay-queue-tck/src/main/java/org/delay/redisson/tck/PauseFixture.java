package org.delay.redisson.tck;

import java.util.List;
import org.delay.redisson.DelayQueueMessage;

/** What clients get of a topic that may be paused. */
abstract class PauseFixture extends ContractFixture {

    final List<String> claimed() {
        return claimed(queue);
    }

    static List<String> claimed(DelayQueueMessage client) {
        return new ClaimingThread(client)
                .claimFromAll(TOPIC).stream().map(LeasedMessage::id).toList();
    }
}
