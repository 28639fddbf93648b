package org.delay.redisson.redis;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage.Letter;

/**
 * Changes many dead letters: finds some, changes these, and goes on. The second call names each by its id and time of death, so
 * it does nothing to one that died again meanwhile, and can be repeated. Before a redrive, the other shards that may hold the ids
 * are asked for live messages.
 */
@RequiredArgsConstructor
final class DeadLetterCommands {

    private final DeadlineCalls calls;
    private final DeadLetterSearch search;
    private final ShardMapLoader shardMaps;
    private final ServiceStorage storage;
    private final OtherHomes otherHomes;

    BulkResult redrive(DeadLetterFilter filter) {
        return change(filter, this::redrive);
    }

    BulkResult delete(DeadLetterFilter filter) {
        return change(filter, this::delete);
    }

    BulkResult redrive(String topic, Collection<Letter> letters) {
        return change(topic, letters, this::redrive);
    }

    BulkResult delete(String topic, Collection<Letter> letters) {
        return change(topic, letters, this::delete);
    }

    private BulkResult change(String topic, Collection<Letter> letters, Change change) {
        Progress progress = new Progress(DeadLetterFilter.of(topic));
        letters.stream()
                .collect(groupingBy(Letter::shard, TreeMap::new, toList()))
                .forEach((shard, inShard) -> change.of(shard, inShard, progress));
        return progress.result(false);
    }

    private BulkResult change(DeadLetterFilter filter, Change change) {
        int shards = ScriptRunner.await(shardMaps.reload(), filter.topic(), List.of())
                .shards();
        Progress progress = new Progress(filter);
        for (int shard = 0; shard < shards; shard++) {
            DeadLetterSearch.Found page = DeadLetterSearch.Found.BEGINNING;
            do {
                page = search.inShard(shard, filter, page, progress.missing());
                if (!page.letters().isEmpty()) {
                    change.of(shard, page.letters(), progress);
                }
                if (progress.missing() == 0) {
                    return progress.result(!page.isLast() || shard < shards - 1);
                }
            } while (!page.isLast());
        }
        return progress.result(false);
    }

    private void redrive(int shard, List<Letter> letters, Progress progress) {
        Redriven redriven = await(
                progress,
                letters,
                map -> otherHomes
                        .live(map, shard, progress.topic(), ids(letters))
                        .thenCompose(live -> redrive(map, shard, progress.topic(), letters, live)));
        progress.changed(redriven.number());
        progress.kept(redriven.kept());
    }

    private CompletableFuture<Redriven> redrive(
            ShardMap map, int shard, String topic, List<Letter> letters, Set<String> live) {
        List<Letter> others =
                letters.stream().filter(letter -> !live.contains(letter.id())).toList();
        return call(
                        Script.REDRIVE_LISTED,
                        map,
                        shard,
                        topic,
                        others,
                        topic,
                        storage.wakeUps().forScripts(shard),
                        shard)
                .thenApply(answer -> {
                    Set<Object> kept = new HashSet<>(live);
                    kept.addAll((List<?>) answer.get(3));
                    return new Redriven(Math.toIntExact((Long) answer.get(2)), kept);
                });
    }

    private void delete(int shard, List<Letter> letters, Progress progress) {
        List<Object> answer =
                await(progress, letters, map -> call(Script.DELETE_LISTED, map, shard, progress.topic(), letters));
        progress.changed(Math.toIntExact((Long) answer.get(2)));
    }

    private <T> T await(Progress progress, List<Letter> letters, Function<ShardMap, CompletableFuture<T>> call) {
        return ScriptRunner.await(shardMaps.call(call), progress.topic(), ids(letters));
    }

    private static List<String> ids(List<Letter> letters) {
        return letters.stream().map(Letter::id).toList();
    }

    private CompletableFuture<List<Object>> call(
            Script script, ShardMap map, int shard, String topic, List<Letter> letters, Object... args) {
        List<Object> all = new ArrayList<>();
        all.add(map.epoch());
        all.addAll(List.of(args));
        letters.forEach(letter -> {
            all.add(letter.id());
            all.add(letter.diedAt().toEpochMilli());
        });
        return calls.inShard(shard, script, storage.keys().of(script, shard, topic), all.toArray())
                .thenCompose(DeadLetterCommands::current);
    }

    private static CompletableFuture<List<Object>> current(List<Object> answer) {
        return answer.get(0).equals(StaleShardMap.ANSWER)
                ? CompletableFuture.failedFuture(new StaleShardMap())
                : CompletableFuture.completedFuture(answer);
    }

    private interface Change {

        void of(int shard, List<Letter> letters, Progress progress);
    }

    /** @param kept ids of dead letters that stay, because a live message has the id */
    private record Redriven(int number, Set<Object> kept) {}

    /** What a call has done so far. */
    @RequiredArgsConstructor
    private static final class Progress {

        private final DeadLetterFilter filter;

        /** One that stays may be found again, if others of its time were changed. */
        private final Set<Object> kept = new HashSet<>();

        private int changed;

        String topic() {
            return filter.topic();
        }

        int missing() {
            return filter.limit() - changed;
        }

        void changed(int more) {
            changed += more;
        }

        void kept(Set<Object> ids) {
            kept.addAll(ids);
        }

        BulkResult result(boolean more) {
            return new BulkResult(changed, kept.size(), more);
        }
    }
}
