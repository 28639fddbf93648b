package org.delay.redisson.journal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Relayed;

/** What other threads tell the relay. Thread-safe; no call waits. */
final class RelaySignals {

    final Hints hints = new Hints();
    final Confirmations confirmations = new Confirmations();

    /** By message, the shard that took it. */
    private final Map<MessageKey, Integer> refused = new ConcurrentHashMap<>();

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

    /**
     * The database did not believe that Redis has this message: the shard that took it has lost messages since. It is relayed
     * again when the shard is {@linkplain #sound sound}. Before that, the answer would not be believed either.
     */
    void refused(Relayed confirmation) {
        int shard = confirmation.placement().shard();
        if (refused.size() < Hints.MAX) {
            refused.put(confirmation.revision().key(), shard);
        }
        relayedTo(shard);
    }

    /** The mark of this shard is the one that the database has. */
    void sound(int shard) {
        List<MessageKey> again = refused.entrySet().stream()
                .filter(one -> one.getValue() == shard)
                .map(Map.Entry::getKey)
                .toList();
        refused.keySet().removeAll(again);
        changed(again);
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
