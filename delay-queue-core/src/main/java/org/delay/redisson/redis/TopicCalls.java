package org.delay.redisson.redis;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import lombok.RequiredArgsConstructor;

/**
 * Calls every shard for each of many topics: some at the same time, but so few that calls of others hardly wait. For one use.
 */
@RequiredArgsConstructor
final class TopicCalls {

    /** More would make a claim that comes in between wait for longer than a call takes. */
    private static final int UNDER_WAY = 16;

    /** A call to one shard for one topic. */
    interface TopicCall {
        CompletableFuture<List<Object>> in(int shard, String topic);
    }

    private final int shards;
    private final TopicCall call;
    private final Map<String, List<List<Object>>> answers = new LinkedHashMap<>();
    private final Map<String, CompletableFuture<List<List<Object>>>> underWay = new LinkedHashMap<>();

    /** The answers of all shards, by topic. */
    Map<String, List<List<Object>>> answers(Collection<String> topics) {
        for (String topic : topics) {
            underWay.put(topic, begin(shards, shard -> call.in(shard, topic)));
            if (underWay.size() * shards >= UNDER_WAY) {
                take();
            }
        }
        take();
        return answers;
    }

    private void take() {
        List<CompletableFuture<List<List<Object>>>> all = List.copyOf(underWay.values());
        CompletableFuture<?> ended = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
        var unused = ScriptRunner.await(ended.handle((done, thrown) -> all), "", List.of());
        underWay.forEach((topic, answer) -> answers.put(topic, ScriptRunner.await(answer, topic, List.of())));
        underWay.clear();
    }

    /** Ends when all calls have ended: a caller that gets a failure may do something else with the topic. */
    static CompletableFuture<List<List<Object>>> begin(int shards, IntFunction<CompletableFuture<List<Object>>> call) {
        List<CompletableFuture<List<Object>>> answers =
                IntStream.range(0, shards).mapToObj(call).toList();
        CompletableFuture<?> ended = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        return ended.handle((done, thrown) -> null)
                .thenCompose(none -> ended)
                .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
    }
}
