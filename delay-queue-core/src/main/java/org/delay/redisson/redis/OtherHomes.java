package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;

/** Looks for messages in the other shards that may hold their ids, where a script of one shard can't see them. */
@RequiredArgsConstructor
final class OtherHomes {

    private final StoredStates states;

    /** Which of the ids have a live message outside this shard. Needs no call unless the number of shards was changed. */
    CompletableFuture<Set<String>> live(ShardMap map, int shard, String topic, List<String> ids) {
        Set<String> live = ConcurrentHashMap.newKeySet();
        return CompletableFuture.allOf(byHome(map, shard, ids).entrySet().stream()
                        .map(home -> states.in(map, home.getKey(), topic, home.getValue())
                                .thenAccept(found -> live.addAll(live(found))))
                        .toArray(CompletableFuture[]::new))
                .thenApply(all -> live);
    }

    private static Map<Integer, List<String>> byHome(ShardMap map, int shard, List<String> ids) {
        Map<Integer, List<String>> byHome = new HashMap<>();
        for (String id : ids) {
            for (int home : map.homes(id)) {
                if (home != shard) {
                    byHome.computeIfAbsent(home, none -> new ArrayList<>()).add(id);
                }
            }
        }
        return byHome;
    }

    private static List<String> live(Map<String, StoredRevision> found) {
        return found.entrySet().stream()
                .filter(stored -> stored.getValue().state() != State.DEAD)
                .map(Map.Entry::getKey)
                .toList();
    }
}
