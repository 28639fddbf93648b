package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore.MessageName;

/** Messages that are sent to the same Redis without the journal. For one thread. */
final class SendsWithoutJournal {

    private static final String TOPIC = "without";
    private static final int CHUNK = 200;

    private final DelayQueueMessage redis;
    private final List<String> sent = new ArrayList<>();

    SendsWithoutJournal(DelayQueueMessage redis) {
        this.redis = redis;
    }

    void send(String id) {
        redis.schedule(List.of(OutgoingMessage.to(TOPIC)
                .id(id)
                .body("body of " + id)
                .delay(JournalFixture.LATER)
                .build()));
        sent.add(id);
    }

    /** How many were acknowledged. */
    int sent() {
        return sent.size();
    }

    /** How many of those that were acknowledged Redis does not have. */
    int missing() {
        int missing = 0;
        for (int from = 0; from < sent.size(); from += CHUNK) {
            List<MessageName> some = sent.subList(from, Math.min(sent.size(), from + CHUNK)).stream()
                    .map(id -> new MessageName(TOPIC, id))
                    .toList();
            missing += (int) redis.revisions().orElseThrow().locate(some).stream()
                    .filter(Optional::isEmpty)
                    .count();
        }
        return missing;
    }
}
