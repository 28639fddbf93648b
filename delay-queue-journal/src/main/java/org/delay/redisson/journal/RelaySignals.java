package org.delay.redisson.journal;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Relayed;

/** What other threads tell the relay. Thread-safe; no call waits. */
final class RelaySignals {

    final Hints hints = new Hints();
    final Confirmations confirmations = new Confirmations();

    private final Set<Integer> shards = ConcurrentHashMap.newKeySet();
    private volatile boolean redisAway;

    /** These have changed, and the change is committed. */
    void changed(Collection<MessageKey> keys) {
        hints.add(keys);
    }

    /** These have changed in the transaction of this thread. */
    void changedInTransaction(Collection<MessageKey> keys) {
        HintsAfterCompletion.add(hints, keys);
    }

    /**
     * Redis was told. Confirmations are recorded when there are enough of them: all of a second at once would keep the database busy
     * for as long as a message is late.
     */
    void told(Relayed confirmation) {
        confirmations.add(confirmation);
        if (confirmations.size() >= Confirmations.BATCH) {
            hints.wake();
        }
    }

    /** Redis did not take this change. */
    void failed(MessageKey key) {
        hints.add(List.of(key));
    }

    /** This shard of Redis has taken messages. */
    void relayedTo(int shard) {
        shards.add(shard);
    }

    /** The shards that have taken messages, until they are {@link #marked}. */
    Set<Integer> shards() {
        return shards;
    }

    /** The mark of this shard was raised, or is about to be. */
    void marked(int shard) {
        shards.remove(shard);
    }

    /** Whether Redis did not answer, and has not been heard of since. */
    boolean isRedisAway() {
        return redisAway;
    }

    void redisIsAway(boolean away) {
        redisAway = away;
    }
}
