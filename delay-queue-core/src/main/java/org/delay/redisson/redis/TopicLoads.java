package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Load;
import org.delay.redisson.ReportOperations;

/** Counts waiting messages by due time, in all shards. Asks a shard for a few buckets at a time, so that no script is long. */
@RequiredArgsConstructor
final class TopicLoads {

    /** With ten priorities, a millisecond of Redis. */
    private static final int BUCKETS_PER_CALL = 30;

    /** No topic has this name, so it has no messages, and its answer has the time. */
    private static final String NO_TOPIC = ".";

    private static final Duration ANY = Duration.ofMinutes(1);

    private final ScriptRunner scripts;
    private final AllShards allShards;
    private final Keys keys;

    /** What is asked for, in milliseconds. */
    private record Question(long now, long from, long bucket, int buckets) {}

    Load load(Collection<String> topics, Duration bucket, int buckets) {
        ReportOperations.checkLoad(topics, bucket, buckets);
        long now = ScriptRunner.await(part(new Question(0, 0, ANY.toMillis(), 1), 0, 0, NO_TOPIC), "", List.of())
                        .micros()
                / 1_000;
        Question question = new Question(now, now - now % bucket.toMillis(), bucket.toMillis(), buckets);
        List<Part> parts = new ArrayList<>();
        allShards
                .callForEach(new LinkedHashSet<>(topics), (shard, topic) -> parts(question, 0, shard, topic))
                .values()
                .forEach(shards -> shards.forEach(all -> all.forEach(one -> parts.add((Part) one))));
        long[] counts = new long[buckets];
        parts.forEach(part -> part.addTo(counts));
        return new Load(
                Instant.ofEpochMilli(now),
                Instant.ofEpochMilli(question.from()),
                bucket,
                parts.stream().mapToLong(Part::overdue).sum(),
                Arrays.stream(counts).boxed().toList(),
                parts.stream().mapToLong(Part::later).sum());
    }

    /** From a bucket on. */
    private CompletableFuture<List<Object>> parts(Question question, int first, int shard, String topic) {
        return part(question, first, shard, topic).thenCompose(part -> {
            if (part.next() >= question.buckets()) {
                return CompletableFuture.completedFuture(List.of(part));
            }
            return parts(question, part.next(), shard, topic).thenApply(rest -> {
                List<Object> all = new ArrayList<>(rest);
                all.add(part);
                return all;
            });
        });
    }

    private CompletableFuture<Part> part(Question question, int first, int shard, String topic) {
        return scripts.run(
                        Script.LOAD,
                        keys.of(Script.LOAD, shard, topic),
                        question.now(),
                        question.from(),
                        question.bucket(),
                        question.buckets(),
                        first,
                        BUCKETS_PER_CALL)
                .thenApply(answer -> new Part(
                        (Long) answer.get(0),
                        Math.toIntExact((Long) answer.get(1)),
                        (Long) answer.get(2),
                        (Long) answer.get(3),
                        (List<?>) answer.get(4)));
    }

    /**
     * Some buckets of a topic in one shard.
     *
     * @param next the first bucket that is not counted
     * @param buckets index, number of messages, …
     */
    private record Part(long micros, int next, long overdue, long later, List<?> buckets) {

        void addTo(long[] counts) {
            for (int i = 0; i < buckets.size(); i += 2) {
                counts[Math.toIntExact((Long) buckets.get(i))] += (Long) buckets.get(i + 1);
            }
        }
    }
}
