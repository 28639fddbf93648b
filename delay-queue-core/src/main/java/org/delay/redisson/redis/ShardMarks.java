package org.delay.redisson.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.RevisionedStore.ShardMark;

/** Reads and raises the marks of shards, which show what Redis has lost. */
@RequiredArgsConstructor
final class ShardMarks {

    private final DeadlineCalls calls;
    private final ShardMapLoader shardMaps;
    private final Keys keys;

    ShardMark read(int shard) {
        return call(shard, 0, ShardMark.NONE);
    }

    ShardMark raise(int shard, ShardMark known, long mark) {
        return call(shard, mark, known);
    }

    private ShardMark call(int shard, long mark, ShardMark known) {
        Checks.range("shard", shard, 0, Checks.MAX_SHARDS - 1);
        return ScriptRunner.await(shardMaps.call(map -> call(map, shard, mark, known)), "", List.of());
    }

    private CompletableFuture<ShardMark> call(ShardMap map, int shard, long mark, ShardMark known) {
        List<Object> redisKeys = keys.of(Script.MARK, shard, "");
        return calls.inShard(shard, Script.MARK, redisKeys, map.epoch(), mark, known.mark(), known.replicationId())
                .thenCompose(answer -> answer.get(0).equals(StaleShardMap.ANSWER)
                        ? CompletableFuture.failedFuture(new StaleShardMap())
                        : CompletableFuture.completedFuture(
                                new ShardMark((Long) answer.get(2), (String) answer.get(3))));
    }
}
