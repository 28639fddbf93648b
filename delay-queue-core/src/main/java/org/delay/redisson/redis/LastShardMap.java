package org.delay.redisson.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/** The last shard map that was loaded: while Redis is down, none can be. Thread-safe. */
@RequiredArgsConstructor
final class LastShardMap {

    private final ShardMapLoader shardMaps;

    private volatile @Nullable ShardMap last;

    /** Null if none was loaded so far. */
    @Nullable
    ShardMap known() {
        CompletableFuture<ShardMap> current = shardMaps.current();
        if (current.isDone() && !current.isCompletedExceptionally()) {
            last = current.join();
        }
        return last;
    }

    /** Waits if none was loaded so far. A failure is one of this message. */
    ShardMap await(EncodedMessage message) {
        ShardMap known = known();
        if (known != null) {
            return known;
        }
        CompletableFuture<ShardMap> current = shardMaps.current().handle((map, thrown) -> {
            if (thrown != null) {
                throw RedisFailure.of(thrown).ofWhatCameBefore();
            }
            return map;
        });
        return ScriptRunner.await(current, message.topic(), List.of(message.id()));
    }
}
