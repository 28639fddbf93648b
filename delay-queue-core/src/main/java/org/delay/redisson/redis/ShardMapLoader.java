package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/**
 * Loads the shard map of a service and keeps the newest. A map is not used before every shard adopted it, and shards refuse
 * calls that know another one: so no two clients ever create messages, or look for them, by different maps.
 */
@Slf4j
final class ShardMapLoader {

    /** A call is tried again after this many changes of the shard map; more can't be a coincidence. */
    private static final int RELOADS = 5;

    private final ScriptRunner scripts;
    private final DeadlineCalls calls;
    private final RedisClocks clocks;
    private final ServiceStorage storage;
    private final int proposed;
    private final List<CompletableFuture<ShardMap>> waiting = new ArrayList<>();
    private volatile @Nullable ShardMap known;

    /** @param proposed the number of shards if the service has none yet */
    ShardMapLoader(
            ScriptRunner scripts, DeadlineCalls calls, RedisClocks clocks, ServiceStorage storage, int proposed) {
        this.scripts = scripts;
        this.calls = calls;
        this.clocks = clocks;
        this.storage = storage;
        this.proposed = proposed;
    }

    CompletableFuture<ShardMap> current() {
        ShardMap map = known;
        return map != null ? CompletableFuture.completedFuture(map) : first();
    }

    /** Callers that come before the map is known share one answer: there may be hundreds when an application starts. */
    private CompletableFuture<ShardMap> first() {
        CompletableFuture<ShardMap> mine = new CompletableFuture<>();
        boolean ask;
        synchronized (waiting) {
            ShardMap map = known;
            if (map != null) {
                // The answer came between the caller's check and this one.
                return CompletableFuture.completedFuture(map);
            }
            ask = waiting.isEmpty();
            waiting.add(mine);
        }
        if (ask) {
            // Composed, so that an exception that the client throws at once is an answer too.
            var unused = CompletableFuture.completedFuture(null)
                    .thenCompose(now -> reload())
                    .whenComplete(this::answered);
        }
        return mine;
    }

    /** In the order in which they came. Their continuations are ours, and do not block. */
    private void answered(@Nullable ShardMap map, @Nullable Throwable thrown) {
        List<CompletableFuture<ShardMap>> all;
        synchronized (waiting) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        for (CompletableFuture<ShardMap> one : all) {
            if (map != null) {
                one.complete(map);
            } else {
                one.completeExceptionally(thrown == null ? new IllegalStateException("No shard map") : thrown);
            }
        }
    }

    /**
     * After a shard has refused a call. It knows a newer map; or none any more, because Redis has lost it, and then the
     * shards adopt it again.
     */
    CompletableFuture<ShardMap> reloadAfter(int refusedEpoch) {
        ShardMap map = known;
        if (map != null && map.epoch() != refusedEpoch) {
            return CompletableFuture.completedFuture(map);
        }
        known = null;
        return first();
    }

    CompletableFuture<ShardMap> reload() {
        return entries().thenCompose(this::adopt);
    }

    CompletableFuture<ShardMap> change(int shards) {
        return entries().thenApply(this::readable).thenCompose(before -> change(before.format(), shards));
    }

    /** Again if the service has changed to another storage format meanwhile: the script did nothing then. */
    private CompletableFuture<ShardMap> change(int format, int shards) {
        return calls.inService(Script.CHANGE_SHARDS, keys(Script.CHANGE_SHARDS), ShardMap.entry(format, shards))
                .thenCompose(answer -> adopt(answer.subList(2, answer.size())))
                .thenCompose(map ->
                        map.format() == format ? CompletableFuture.completedFuture(map) : change(map.format(), shards));
    }

    /** Makes a call with the current map, and again with the next one if it ends in {@link StaleShardMap}. */
    <T> CompletableFuture<T> call(Function<ShardMap, CompletableFuture<T>> call) {
        return call(call, current(), RELOADS);
    }

    private <T> CompletableFuture<T> call(
            Function<ShardMap, CompletableFuture<T>> call, CompletableFuture<ShardMap> map, int reloads) {
        return map.thenCompose(current -> call.apply(current)
                .exceptionallyCompose(thrown -> isStale(thrown) && reloads > 0
                        ? call(call, reloadAfter(current.epoch()), reloads - 1)
                        : CompletableFuture.failedFuture(thrown)));
    }

    private CompletableFuture<List<Object>> entries() {
        return scripts.run(Script.SHARD_COUNTS, keys(Script.SHARD_COUNTS))
                .thenCompose(entries -> entries.isEmpty()
                        ? remembered(proposed).thenCompose(this::begin)
                        : CompletableFuture.completedFuture(entries));
    }

    /** Without a list the service is new; or the list was lost, and then its shards remember it. */
    private CompletableFuture<List<Object>> begin(List<Object> remembered) {
        if (remembered.isEmpty()) {
            return write(ShardMap.entry(storage.formats().storage(), proposed));
        }
        log.warn(
                "Redis lost the shard counts of service {} ({}). They are restored from the copy that its shards keep: {}",
                storage.keys().service(),
                keys(Script.SHARD_COUNTS).get(0),
                remembered);
        return write(remembered.toArray());
    }

    private CompletableFuture<List<Object>> write(Object... entries) {
        return scripts.run(Script.SHARD_COUNTS, keys(Script.SHARD_COUNTS), entries);
    }

    /** The longest list that any of these shards remembers, or any of the shards that this list names. */
    private CompletableFuture<List<Object>> remembered(int shards) {
        List<CompletableFuture<List<Object>>> answers = IntStream.range(0, shards)
                .mapToObj(shard -> scripts.runForText(
                                Script.RECALL_SHARD_COUNTS, storage.keys().of(Script.RECALL_SHARD_COUNTS, shard, ""))
                        .thenApply(ShardMapLoader::split))
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    List<Object> longest = answers.stream()
                            .map(CompletableFuture::join)
                            .max(Comparator.comparingInt(List::size))
                            .orElseThrow();
                    int named = longest.isEmpty() ? 0 : readable(longest).shards();
                    return named <= shards ? CompletableFuture.completedFuture(longest) : remembered(named);
                });
    }

    private static List<Object> split(String remembered) {
        return remembered.isEmpty() ? List.of() : List.of((Object[]) remembered.split(" "));
    }

    /** Throws where this version can't work in the service's storage format. */
    private ShardMap readable(List<Object> entries) {
        storage.checkFormat(ShardMap.formatOf(entries));
        return ShardMap.read(entries);
    }

    private CompletableFuture<ShardMap> adopt(List<Object> entries) {
        ShardMap map = readable(entries);
        CompletableFuture<?> adopted = map.equals(known)
                ? CompletableFuture.completedFuture(null)
                : paused().thenCompose(paused -> adopt(map, paused));
        return adopted.thenApply(done -> {
            known = map;
            return map;
        });
    }

    /** Read after the map: a pause writes its topic first, and reads the map then. */
    private CompletableFuture<List<Object>> paused() {
        return scripts.run(Script.PAUSED, keys(Script.PAUSED));
    }

    private CompletableFuture<?> adopt(ShardMap map, List<Object> paused) {
        List<Object> args = new ArrayList<>(List.of(map.epoch(), map.format(), map.text()));
        args.addAll(paused);
        return CompletableFuture.allOf(IntStream.range(0, map.shards())
                .mapToObj(shard -> adopt(shard, args))
                .toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<?> adopt(int shard, List<Object> args) {
        long asked = System.nanoTime();
        return scripts.run(Script.ADOPT_SHARD_MAP, storage.keys().of(Script.ADOPT_SHARD_MAP, shard, ""), args.toArray())
                .thenAccept(answer -> clocks.ofShard(shard).observed((Long) answer.get(0), asked, System.nanoTime()));
    }

    private List<Object> keys(Script script) {
        return storage.keys().ofService(script);
    }

    private static boolean isStale(Throwable thrown) {
        return thrown instanceof StaleShardMap
                || (thrown instanceof CompletionException && thrown.getCause() instanceof StaleShardMap);
    }
}
