package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;

/** Asks one shard in which state it has messages of one topic, many ids at a time. */
@RequiredArgsConstructor
final class StoredStates {

    /** Longer scripts would delay the calls of others. */
    static final int IDS_PER_CALL = 200;

    private static final String ABSENT = "ABSENT";

    private final ScriptRunner scripts;
    private final ServiceStorage storage;

    /** Those of the ids that the shard has, or a failure with {@link StaleShardMap}. */
    CompletableFuture<Map<String, StoredRevision>> in(ShardMap map, int shard, String topic, List<String> ids) {
        List<Object> args = new ArrayList<>(List.of(map.epoch()));
        args.addAll(ids);
        List<Object> keys = storage.keys().of(Script.LOCATE, shard, topic);
        return scripts.run(Script.LOCATE, keys, args.toArray()).thenApply(answer -> read(ids, answer));
    }

    private static Map<String, StoredRevision> read(List<String> ids, List<Object> answer) {
        if (answer.get(0).equals(StaleShardMap.ANSWER)) {
            throw new StaleShardMap();
        }
        Map<String, StoredRevision> found = new HashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            String state = (String) answer.get(i * 2);
            if (!state.equals(ABSENT)) {
                found.put(ids.get(i), new StoredRevision(State.valueOf(state), (Long) answer.get(i * 2 + 1)));
            }
        }
        return found;
    }
}
