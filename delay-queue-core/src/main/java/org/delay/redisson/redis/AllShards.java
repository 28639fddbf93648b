package org.delay.redisson.redis;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import lombok.RequiredArgsConstructor;

/** Calls every shard that may hold messages. */
@RequiredArgsConstructor
final class AllShards {

    /** More would make a claim that comes in between wait for longer than a call takes. */
    private static final int CALLS_UNDER_WAY = 16;

    private final ShardMapLoader shardMaps;

    /** How many shards may hold messages. */
    int count(String topic) {
        return ScriptRunner.await(shardMaps.reload(), topic, List.of()).shards();
    }

    /** The answers of all shards, which are asked at the same time. */
    List<List<Object>> call(String topic, IntFunction<CompletableFuture<List<Object>>> call) {
        return ScriptRunner.await(begin(count(topic), call), topic, List.of());
    }

    /**
     * The answers of all shards for each topic. Some topics are asked for at the same time, but so few that calls of others
     * hardly wait.
     */
    Map<String, List<List<Object>>> callForEach(Collection<String> topics, TopicCall call) {
        int shards = count("");
        Map<String, List<List<Object>>> answers = new LinkedHashMap<>();
        Map<String, CompletableFuture<List<List<Object>>>> underWay = new LinkedHashMap<>();
        for (String topic : topics) {
            underWay.put(topic, begin(shards, shard -> call.in(shard, topic)));
            if (underWay.size() * shards >= CALLS_UNDER_WAY) {
                take(underWay, answers);
            }
        }
        take(underWay, answers);
        return answers;
    }

    private static void take(
            Map<String, CompletableFuture<List<List<Object>>>> underWay, Map<String, List<List<Object>>> answers) {
        List<CompletableFuture<List<List<Object>>>> all = List.copyOf(underWay.values());
        CompletableFuture<?> ended = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
        var unused = ScriptRunner.await(ended.handle((done, thrown) -> all), "", List.of());
        underWay.forEach((topic, answer) -> answers.put(topic, ScriptRunner.await(answer, topic, List.of())));
        underWay.clear();
    }

    /** A call to one shard for one topic. */
    interface TopicCall {

        CompletableFuture<List<Object>> in(int shard, String topic);
    }

    /** Ends when all calls have ended: a caller that gets a failure may do something else with the topic. */
    private static CompletableFuture<List<List<Object>>> begin(
            int shards, IntFunction<CompletableFuture<List<Object>>> call) {
        List<CompletableFuture<List<Object>>> answers =
                IntStream.range(0, shards).mapToObj(call).toList();
        CompletableFuture<?> ended = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        return ended.handle((done, thrown) -> null)
                .thenCompose(none -> ended)
                .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
    }
}
