package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueMessage.Counts;

/** Counts the messages of a topic in all shards. */
@RequiredArgsConstructor
final class TopicCounts {

    private final ScriptRunner scripts;
    private final RedisClocks clocks;
    private final AllShards allShards;
    private final Keys keys;

    Counts counts(String topic) {
        return sum(allShards.call(topic, shard -> inShard(shard, topic)));
    }

    Map<String, Counts> counts(Collection<String> topics) {
        topics.forEach(Checks::topic);
        Map<String, Counts> counts = new LinkedHashMap<>();
        allShards.callForEach(topics, this::inShard).forEach((topic, answers) -> counts.put(topic, sum(answers)));
        return counts;
    }

    private static Counts sum(List<List<Object>> answers) {
        return answers.stream().map(TopicCounts::counts).reduce(Counts.NONE, Counts::plus);
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
}
