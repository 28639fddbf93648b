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
 * The layout as far as this client knows it. A layout is not used before every shard knows its epoch, and shards refuse
 * calls that know another one: so no two clients ever create messages, or look for them, by different layouts.
 */
@Slf4j
final class ShardLayout {

    /** A call is tried again after so many changes of the layout under its feet; more is no coincidence. */
    private static final int RELOADS = 5;

    /** Thrown by calls that a shard refused, which has then done nothing, because it knows another layout. */
    static final class Stale extends RuntimeException {

        /** What scripts answer then. */
        static final String ANSWER = "STALE_EPOCH";

        Stale() {
            super("The number of shards keeps changing, or its record was lost", null, false, false);
        }
    }

    private final ScriptRunner scripts;
    private final TimelyCalls calls;
    private final RedisClocks clocks;
    private final Keys keys;
    private final int proposed;
    private final List<CompletableFuture<ShardMap>> waiting = new ArrayList<>();
    private volatile @Nullable ShardMap known;

    /** @param proposed the number of shards where the service has none yet */
    ShardLayout(ScriptRunner scripts, TimelyCalls calls, RedisClocks clocks, Keys keys, int proposed) {
        this.scripts = scripts;
        this.calls = calls;
        this.clocks = clocks;
        this.keys = keys;
        this.proposed = proposed;
    }

    CompletableFuture<ShardMap> current() {
        ShardMap layout = known;
        return layout != null ? CompletableFuture.completedFuture(layout) : first();
    }

    /** Whoever comes before the layout is known waits for one answer: there may be hundreds at an application's start. */
    private CompletableFuture<ShardMap> first() {
        CompletableFuture<ShardMap> mine = new CompletableFuture<>();
        boolean ask;
        synchronized (waiting) {
            ShardMap layout = known;
            if (layout != null) {
                // The answer came between the caller's look and this one.
                return CompletableFuture.completedFuture(layout);
            }
            ask = waiting.isEmpty();
            waiting.add(mine);
        }
        if (ask) {
            // Composed, so that what the client throws at once is an answer too.
            var unused = CompletableFuture.completedFuture(null)
                    .thenCompose(now -> reload())
                    .whenComplete(this::answered);
        }
        return mine;
    }

    /** In the order in which they came. What hangs on them is ours, and waits for nothing. */
    private void answered(@Nullable ShardMap layout, @Nullable Throwable thrown) {
        List<CompletableFuture<ShardMap>> all;
        synchronized (waiting) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        for (CompletableFuture<ShardMap> one : all) {
            if (layout != null) {
                one.complete(layout);
            } else {
                one.completeExceptionally(thrown == null ? new IllegalStateException("No layout") : thrown);
            }
        }
    }

    /**
     * After a shard has refused a call. It knows a newer layout; or none any more, because Redis has lost it, and then
     * the shards are told again.
     */
    CompletableFuture<ShardMap> reloadAfter(int refusedEpoch) {
        ShardMap layout = known;
        if (layout != null && layout.epoch() != refusedEpoch) {
            return CompletableFuture.completedFuture(layout);
        }
        known = null;
        return first();
    }

    CompletableFuture<ShardMap> reload() {
        return adopt(numbers());
    }

    CompletableFuture<ShardMap> change(int shards) {
        return adopt(numbers()
                .thenCompose(before -> calls.inService(Script.CHANGE_SHARDS, List.of(keys.layout()), shards))
                .thenApply(answer -> answer.subList(2, answer.size())));
    }

    private CompletableFuture<List<Object>> numbers() {
        return scripts.run(Script.LAYOUT, List.of(keys.layout()))
                .thenCompose(numbers -> numbers.isEmpty()
                        ? remembered(proposed).thenCompose(this::begin)
                        : CompletableFuture.completedFuture(numbers));
    }

    /** Where there is no list, the service is new; or the list was lost, and then its shards remember it. */
    private CompletableFuture<List<Object>> begin(List<Object> remembered) {
        if (remembered.isEmpty()) {
            return scripts.run(Script.LAYOUT, List.of(keys.layout()), proposed);
        }
        log.warn(
                "The numbers of shards of service {} were lost from Redis ({}); they are written again as the shards"
                        + " remember them: {}",
                keys.service(),
                keys.layout(),
                remembered);
        return scripts.run(Script.LAYOUT, List.of(keys.layout()), remembered.toArray());
    }

    /** The longest list that a shard remembers, of so many shards, and of those that this list knows. */
    private CompletableFuture<List<Object>> remembered(int shards) {
        List<CompletableFuture<List<Object>>> answers = IntStream.range(0, shards)
                .mapToObj(shard -> scripts.runForText(Script.SHARD_LAYOUT, List.of(keys.meta(shard)))
                        .thenApply(ShardLayout::numbers))
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    List<Object> longest = answers.stream()
                            .map(CompletableFuture::join)
                            .max(Comparator.comparingInt(List::size))
                            .orElseThrow();
                    boolean known = longest.isEmpty() || ShardMap.read(longest).shards() <= shards;
                    return known
                            ? CompletableFuture.completedFuture(longest)
                            : remembered(ShardMap.read(longest).shards());
                });
    }

    private static List<Object> numbers(String remembered) {
        return remembered.isEmpty() ? List.of() : List.of((Object[]) remembered.split(" "));
    }

    /** Makes a call with the current layout, and again with the next one where it ends in {@link Stale}. */
    <T> CompletableFuture<T> call(Function<ShardMap, CompletableFuture<T>> call) {
        return call(call, current(), RELOADS);
    }

    private <T> CompletableFuture<T> call(
            Function<ShardMap, CompletableFuture<T>> call, CompletableFuture<ShardMap> layout, int reloads) {
        return layout.thenCompose(current -> call.apply(current)
                .exceptionallyCompose(thrown -> isStale(thrown) && reloads > 0
                        ? call(call, reloadAfter(current.epoch()), reloads - 1)
                        : CompletableFuture.failedFuture(thrown)));
    }

    private CompletableFuture<ShardMap> adopt(CompletableFuture<List<Object>> numbers) {
        return numbers.thenCompose(answer -> {
            ShardMap layout = ShardMap.read(answer);
            CompletableFuture<?> told = layout.equals(known)
                    ? CompletableFuture.completedFuture(null)
                    : paused().thenCompose(paused -> tell(layout, paused));
            return told.thenApply(done -> {
                known = layout;
                return layout;
            });
        });
    }

    /** Read after the layout: whoever pauses a topic writes that first, and reads the layout then. */
    private CompletableFuture<List<Object>> paused() {
        return scripts.run(Script.PAUSED, List.of(keys.paused()));
    }

    private CompletableFuture<?> tell(ShardMap layout, List<Object> paused) {
        List<Object> args = new ArrayList<>(List.of(layout.epoch(), StoredBody.FORMAT, layout.text()));
        args.addAll(paused);
        List<CompletableFuture<?>> shards = new ArrayList<>();
        for (int shard = 0; shard < layout.shards(); shard++) {
            shards.add(adopt(shard, args));
        }
        return CompletableFuture.allOf(shards.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<?> adopt(int shard, List<Object> args) {
        long asked = System.nanoTime();
        return scripts.run(Script.ADOPT, List.of(keys.meta(shard), keys.paused(shard)), args.toArray())
                .thenAccept(answer -> clocks.ofShard(shard).told((Long) answer.get(1), asked, System.nanoTime()));
    }

    private static boolean isStale(Throwable thrown) {
        return thrown instanceof Stale || (thrown instanceof CompletionException && thrown.getCause() instanceof Stale);
    }
}
