package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.jspecify.annotations.Nullable;

/** Writes messages that are stored later, with a due time that is never early, although Redis may be down. */
@RequiredArgsConstructor
final class MessagePreparer {

    /** So long Redis is not asked again after it did not answer: each message would wait for its timeout. */
    private static final Duration CALM = Duration.ofSeconds(5);

    private final MessageEncoder encoder;
    private final LastShardMap shardMap;
    private final RedisClocks clocks;

    private volatile long failedAt = System.nanoTime() - CALM.toNanos();

    PreparedMessage prepare(OutgoingMessage message) {
        EncodedMessage encoded = encoder.encode(message);
        return new PreparedMessage(
                encoded.topic(),
                encoded.id(),
                Instant.ofEpochMilli(dueTime(encoded)),
                encoded.priority(),
                encoded.stored());
    }

    /** A due time in the past is now, as far as the time is known. */
    private long dueTime(EncodedMessage message) {
        String when = message.when();
        long millis = Long.parseLong(when);
        if (when.startsWith("+")) {
            return now(shardMap.await(message), message) + millis;
        }
        ShardMap known = shardMap.known();
        if (known == null) {
            known = asked(message);
        }
        return known == null ? millis : Math.max(millis, now(known, message));
    }

    private @Nullable ShardMap asked(EncodedMessage message) {
        if (System.nanoTime() - failedAt < CALM.toNanos()) {
            return null;
        }
        try {
            return shardMap.await(message);
        } catch (DelayQueueException e) {
            failedAt = System.nanoTime();
            return null;
        }
    }

    /**
     * The clock of the shard that new messages of this id go to, in milliseconds. A shard tells its time when it adopts the
     * shard map, so it is known from then on.
     */
    private long now(ShardMap map, EncodedMessage message) {
        long micros = clocks.ofShard(map.home(message.id())).atMost(System.nanoTime());
        return (micros + 999) / 1000;
    }
}
