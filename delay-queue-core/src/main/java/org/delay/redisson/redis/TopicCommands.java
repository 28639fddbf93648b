package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;

/** Changes whole topics: pauses, resumes and repairs them, and deletes their old dead letters. */
@RequiredArgsConstructor
final class TopicCommands {

    /** Longer scripts would delay the calls of others. */
    private static final int DELETIONS_PER_CALL = 200;

    private final ScriptRunner scripts;
    private final DeadlineCalls calls;
    private final AllShards allShards;
    private final ServiceStorage storage;

    int deleteDead(String topic, Duration olderThan) {
        int deleted = 0;
        int shards = allShards.count(topic);
        for (int shard = 0; shard < shards; shard++) {
            int more;
            do {
                more = deleteSome(shard, topic, olderThan);
                deleted += more;
            } while (more == DELETIONS_PER_CALL);
        }
        return deleted;
    }

    private int deleteSome(int shard, String topic, Duration olderThan) {
        List<Object> answer = ScriptRunner.await(
                calls.inShard(
                        shard,
                        Script.DELETE_DEAD,
                        storage.keys().of(Script.DELETE_DEAD, shard, topic),
                        Milliseconds.roundedUp(olderThan),
                        DELETIONS_PER_CALL),
                topic,
                List.of());
        return Math.toIntExact((Long) answer.get(2));
    }

    Set<String> paused() {
        List<Object> keys = storage.keys().ofService(Script.PAUSED);
        return ScriptRunner.await(scripts.run(Script.PAUSED, keys), "", List.of()).stream()
                .map(String.class::cast)
                .collect(Collectors.toUnmodifiableSet());
    }

    void pause(String topic) {
        mark(topic, 1);
    }

    /** The shards first: a crash in between leaves a topic that is listed as paused, rather than paused and not listed. */
    void resume(String topic) {
        repair(List.of(topic), 0);
        mark(topic, 0);
    }

    /** Repeats what a concurrent pause or resume has overtaken, so that the shards end up as the last of them wanted. */
    private void mark(String topic, int paused) {
        List<Object> keys = storage.keys().ofService(Script.MARK_PAUSED);
        ScriptRunner.await(calls.inService(Script.MARK_PAUSED, keys, topic, paused), topic, List.of());
        int told;
        do {
            told = paused().contains(topic) ? 1 : 0;
            repair(List.of(topic), told);
        } while (told != (paused().contains(topic) ? 1 : 0));
    }

    /** Leaves pauses as they are: what this call knows of them may be outdated when a shard gets it. */
    void repair(Collection<String> topics) {
        repair(topics, "");
    }

    private void repair(Collection<String> topics, Object paused) {
        var unused = allShards.callForEach(
                topics,
                (shard, topic) -> calls.inShard(
                        shard,
                        Script.REPAIR,
                        storage.keys().of(Script.REPAIR, shard, topic),
                        topic,
                        storage.wakeUps().forScripts(shard),
                        shard,
                        paused));
    }
}
