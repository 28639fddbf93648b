package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage.Counts;

/** Counts the messages of a topic in all shards. */
@RequiredArgsConstructor
final class TopicCounts {

    private final ScriptRunner scripts;
    private final RedisClocks clocks;
    private final AllShards allShards;
    private final Keys keys;

    Counts counts(String topic) {
        return allShards.call(topic, shard -> inShard(shard, topic)).stream()
                .map(TopicCounts::counts)
                .reduce(new Counts(0, 0, 0, Duration.ZERO), TopicCounts::sum);
    }

    private CompletableFuture<List<Object>> inShard(int shard, String topic) {
        long asked = System.nanoTime();
        return scripts.run(Script.COUNTS, keys.of(Script.COUNTS, shard, topic), clocks.withoutPuttingBack(shard))
                .thenApply(answer -> {
                    clocks.ofShard(shard).observed((Long) answer.get(4), asked, System.nanoTime());
                    return answer;
                });
    }

    private static Counts counts(List<Object> answer) {
        return new Counts((Long) answer.get(0), (Long) answer.get(1), (Long) answer.get(2), Duration.ofMillis((Long)
                answer.get(3)));
    }

    private static Counts sum(Counts one, Counts other) {
        return new Counts(
                one.due() + other.due(),
                one.leased() + other.leased(),
                one.dead() + other.dead(),
                one.oldestOverdue().compareTo(other.oldestOverdue()) > 0 ? one.oldestOverdue() : other.oldestOverdue());
    }
}
