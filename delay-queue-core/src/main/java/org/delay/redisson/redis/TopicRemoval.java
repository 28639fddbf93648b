package org.delay.redisson.redis;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.TopicDeletion;

/** Deletes whole topics. */
@RequiredArgsConstructor
final class TopicRemoval {

    private final DeadlineCalls calls;
    private final AllShards allShards;
    private final ServiceStorage storage;
    private final TopicCommands topics;
    private final TopicRegistration registration;

    /** A shard that has messages keeps the topic. Those that have none lose nothing by their deletion. */
    TopicDeletion delete(String topic, boolean force) {
        TopicDeletion result = TopicDeletions.sum(allShards.call(
                topic,
                shard -> calls.inShard(
                        shard,
                        Script.DELETE_TOPIC,
                        storage.keys().of(Script.DELETE_TOPIC, shard, topic),
                        topic,
                        force ? 1 : 0)));
        if (result.deleted()) {
            if (topics.paused().contains(topic)) {
                topics.resume(topic);
            }
            deregister(topic);
        }
        return result;
    }

    /** It may be of the application's own, and throw anything. */
    private void deregister(String topic) {
        try {
            registration.remove(topic);
        } catch (RuntimeException e) {
            throw new OutcomeUnknown(
                    topic,
                    List.of(),
                    new IllegalStateException("the topic has no messages any more, but is still registered: " + e, e));
        }
    }
}
