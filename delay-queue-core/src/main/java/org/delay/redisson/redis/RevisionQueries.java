package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;

/** Looks up many messages by id, and under which revisions they are stored. */
@RequiredArgsConstructor
final class RevisionQueries {

    private final ShardMapLoader shardMaps;
    private final StoredStates states;

    private record Lane(int shard, String topic) {}

    List<Optional<StoredRevision>> locate(List<MessageName> messages) {
        Map<MessageName, StoredRevision> found = ScriptRunner.await(
                shardMaps.call(map -> locate(map, messages)),
                messages.isEmpty() ? "" : messages.get(0).topic(),
                messages.stream().map(MessageName::id).toList());
        return messages.stream()
                .map(name -> Optional.ofNullable(found.get(name)))
                .toList();
    }

    /** All homes of all messages, one call after the other. */
    private CompletableFuture<Map<MessageName, StoredRevision>> locate(ShardMap map, List<MessageName> messages) {
        Map<Lane, List<MessageName>> byLane = new LinkedHashMap<>();
        messages.stream()
                .distinct()
                .forEach(name -> map.homes(name.id())
                        .forEach(shard -> byLane.computeIfAbsent(
                                        new Lane(shard, name.topic()), none -> new ArrayList<>())
                                .add(name)));
        CompletableFuture<Map<MessageName, StoredRevision>> found =
                CompletableFuture.completedFuture(new LinkedHashMap<>());
        for (Map.Entry<Lane, List<MessageName>> lane : byLane.entrySet()) {
            List<MessageName> names = lane.getValue();
            for (int from = 0; from < names.size(); from += StoredStates.IDS_PER_CALL) {
                List<MessageName> some = names.subList(from, Math.min(from + StoredStates.IDS_PER_CALL, names.size()));
                found = found.thenCompose(before -> locate(map, lane.getKey(), some, before));
            }
        }
        return found;
    }

    private CompletableFuture<Map<MessageName, StoredRevision>> locate(
            ShardMap map, Lane lane, List<MessageName> names, Map<MessageName, StoredRevision> found) {
        List<String> ids = names.stream().map(MessageName::id).toList();
        return states.in(map, lane.shard(), lane.topic(), ids).thenApply(here -> {
            here.forEach(
                    (id, stored) -> found.merge(new MessageName(lane.topic(), id), stored, RevisionQueries::liveFirst));
            return found;
        });
    }

    private static StoredRevision liveFirst(StoredRevision one, StoredRevision other) {
        return one.state() == State.DEAD && other.state() != State.DEAD ? other : one;
    }
}
