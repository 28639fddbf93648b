package org.delay.redisson.redis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import lombok.RequiredArgsConstructor;

/** Calls every shard that may hold messages. */
@RequiredArgsConstructor
final class AllShards {

    private final ShardMapLoader shardMaps;

    /** How many shards may hold messages. */
    int count(String topic) {
        return ScriptRunner.await(shardMaps.reload(), topic, List.of()).shards();
    }

    /** The answers of all shards, which are asked at the same time. */
    List<List<Object>> call(String topic, IntFunction<CompletableFuture<List<Object>>> call) {
        return ScriptRunner.await(TopicCalls.begin(count(topic), call), topic, List.of());
    }

    /** The answers of all shards for each topic. */
    Map<String, List<List<Object>>> callForEach(Collection<String> topics, TopicCalls.TopicCall call) {
        return new TopicCalls(count(""), call).answers(topics);
    }
}
