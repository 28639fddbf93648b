package org.delay.redisson.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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
        return call(count(topic), topic, call);
    }

    List<List<Object>> call(int shards, String topic, IntFunction<CompletableFuture<List<Object>>> call) {
        List<CompletableFuture<List<Object>>> answers =
                IntStream.range(0, shards).mapToObj(call).toList();
        // A caller that gets a failure may do something else with the topic, so no call is under way then.
        CompletableFuture<?> ended = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        return ScriptRunner.await(ended.handle((done, thrown) -> answers), topic, List.of()).stream()
                .map(answer -> ScriptRunner.await(answer, topic, List.of()))
                .toList();
    }
}
