package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;

/**
 * Changes many dead letters: finds some, changes these, and goes on. The second call names each by its id and time of death, so
 * it does nothing to one that died again meanwhile, and can be repeated. Before a redrive, the other shards that may hold the ids
 * are asked for live messages.
 */
@RequiredArgsConstructor
final class DeadLetterCommands {

    /** Longer scripts would delay the calls of others. */
    private static final int PER_CALL = 200;

    private static final int BYTES_PER_CALL = 2 * 1024 * 1024;

    private final DeadlineCalls calls;
    private final ScriptRunner scripts;
    private final ShardMapLoader shardMaps;
    private final ServiceStorage storage;
    private final OtherHomes otherHomes;

    BulkResult redrive(DeadLetterFilter filter) {
        return change(filter, this::redrive);
    }

    BulkResult delete(DeadLetterFilter filter) {
        return change(filter, this::delete);
    }

    private BulkResult change(DeadLetterFilter filter, Change change) {
        int shards = ScriptRunner.await(shardMaps.reload(), filter.topic(), List.of())
                .shards();
        Progress progress = new Progress(filter);
        for (int shard = 0; shard < shards; shard++) {
            Page page = Page.BEGINNING;
            do {
                page = find(shard, filter, page, progress.missing());
                if (!page.letters().isEmpty()) {
                    change.of(shard, page, progress);
                }
                if (progress.missing() == 0) {
                    return progress.result(!page.isLast() || shard < shards - 1);
                }
            } while (!page.isLast());
        }
        return progress.result(false);
    }

    private Page find(int shard, DeadLetterFilter filter, Page before, int missing) {
        List<Object> answer = ScriptRunner.await(
                scripts.run(
                        Script.FIND_DEAD,
                        storage.keys().of(Script.FIND_DEAD, shard, filter.topic()),
                        before.latest(),
                        Milliseconds.roundedUp(filter.olderThan()),
                        before.lastDeath(),
                        before.lastId(),
                        Math.min(missing, PER_CALL),
                        BYTES_PER_CALL,
                        filter.error() == null ? "" : filter.error()),
                filter.topic(),
                List.of());
        return Page.of(answer);
    }

    private void redrive(int shard, Page page, Progress progress) {
        Redriven redriven = await(
                progress,
                page.letters(),
                map -> otherHomes
                        .live(map, shard, progress.topic(), ids(page.letters()))
                        .thenCompose(live -> redrive(map, shard, progress.topic(), page.letters(), live)));
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

    private void delete(int shard, Page page, Progress progress) {
        List<Object> answer = await(
                progress,
                page.letters(),
                map -> call(Script.DELETE_LISTED, map, shard, progress.topic(), page.letters()));
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
            all.add(letter.death());
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

        void of(int shard, Page page, Progress progress);
    }

    /** @param kept ids of dead letters that stay, because a live message has the id */
    private record Redriven(int number, Set<Object> kept) {}

    /** @param death when it became a dead letter, as Redis writes it */
    private record Letter(String id, String death) {}

    /**
     * Dead letters of one shard that match.
     *
     * @param latest how young they may be, by the clock of this shard when the first page was read: what dies during the call is
     *     left alone
     */
    private record Page(String latest, String lastDeath, String lastId, List<Letter> letters) {

        static final Page BEGINNING = new Page("", "", "", List.of());

        static Page of(List<Object> answer) {
            List<?> found = (List<?>) answer.get(3);
            List<Letter> letters = new ArrayList<>(found.size() / 2);
            for (int i = 0; i < found.size(); i += 2) {
                letters.add(new Letter((String) found.get(i), (String) found.get(i + 1)));
            }
            return new Page((String) answer.get(0), (String) answer.get(1), (String) answer.get(2), letters);
        }

        boolean isLast() {
            return lastId.isEmpty();
        }
    }

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
