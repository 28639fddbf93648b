package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore.Relayed;

/**
 * Makes changes that have revisions: one call for up to 200 messages of a topic and a shard. A change may be made again at any
 * time, so a failure is simply told.
 */
@RequiredArgsConstructor
final class RevisionedCalls {

    /** A longer script would delay the calls of others. */
    private static final int MESSAGES_PER_CALL = 200;

    private static final int CHARACTERS_PER_CALL = 2 * 1024 * 1024;

    /** More at a time would make the calls of others wait. */
    private static final int CALLS_UNDER_WAY = 8;

    private final DeadlineCalls calls;
    private final ShardMapLoader shardMaps;
    private final ServiceStorage storage;
    private final TopicRegistration topics;

    /** What messages of one call have in common. */
    private record Lane(Script script, int shard, String topic, boolean onlyIfPresent) {

        static Lane of(PendingChange change) {
            return new Lane(change.script(), change.shard(), change.topic(), change.isOnlyIfPresent());
        }
    }

    private record Call(Lane lane, List<PendingChange> changes, CompletableFuture<List<Object>> answer) {}

    List<Relayed> run(List<PendingChange> changes) {
        ScriptRunner.refuseClientThread();
        changes.stream()
                .filter(change -> change.script() == Script.SCHEDULE)
                .map(PendingChange::topic)
                .distinct()
                .forEach(topics::add);
        List<PendingChange> left = changes;
        CompletableFuture<ShardMap> known = shardMaps.current();
        while (!left.isEmpty()) {
            known = run(left, known);
            left = left.stream().filter(change -> change.result() == null).toList();
        }
        return changes.stream()
                .map(change -> Objects.requireNonNull(change.result()))
                .toList();
    }

    /** Runs changes with a shard map, until each has ended or must start again with the map that this returns. */
    private CompletableFuture<ShardMap> run(List<PendingChange> changes, CompletableFuture<ShardMap> known) {
        ShardMap map;
        try {
            map = ScriptRunner.await(known, changes.get(0).topic(), List.of());
        } catch (DelayQueueException e) {
            changes.forEach(change -> change.failed(e));
            return known;
        }
        changes.forEach(change -> change.beginAt(map));
        Set<PendingChange> stale = new HashSet<>();
        List<PendingChange> left = changes;
        while (!left.isEmpty()) {
            callAll(left, map.epoch(), stale);
            left = left.stream()
                    .filter(change -> change.result() == null && !stale.contains(change))
                    .toList();
        }
        return stale.isEmpty() ? known : shardMaps.reloadAfter(map.epoch());
    }

    /** Asks the shard where each change is now. */
    private void callAll(List<PendingChange> changes, int epoch, Set<PendingChange> stale) {
        Map<Lane, List<PendingChange>> byLane = new LinkedHashMap<>();
        changes.forEach(change -> byLane.computeIfAbsent(Lane.of(change), none -> new ArrayList<>())
                .add(change));
        List<Call> underWay = new ArrayList<>();
        byLane.forEach((lane, own) -> {
            for (List<PendingChange> some : parts(own)) {
                underWay.add(new Call(lane, some, call(lane, some, epoch)));
                if (underWay.size() == CALLS_UNDER_WAY) {
                    underWay.forEach(call -> take(call, stale));
                    underWay.clear();
                }
            }
        });
        underWay.forEach(call -> take(call, stale));
    }

    private static List<List<PendingChange>> parts(List<PendingChange> changes) {
        List<List<PendingChange>> parts = new ArrayList<>();
        int characters = CHARACTERS_PER_CALL;
        for (PendingChange change : changes) {
            characters += change.length();
            if (parts.isEmpty()
                    || characters > CHARACTERS_PER_CALL
                    || parts.get(parts.size() - 1).size() == MESSAGES_PER_CALL) {
                parts.add(new ArrayList<>());
                characters = change.length();
            }
            parts.get(parts.size() - 1).add(change);
        }
        return parts;
    }

    private CompletableFuture<List<Object>> call(Lane lane, List<PendingChange> changes, int epoch) {
        List<Object> args = new ArrayList<>(List.of(epoch, lane.topic()));
        if (lane.script() == Script.SCHEDULE) {
            args.add(storage.wakeUps().forScripts(lane.shard()));
            args.add(lane.shard());
            args.add(lane.onlyIfPresent() ? 1 : 0);
        }
        changes.forEach(change -> args.addAll(change.args()));
        List<Object> keys = storage.keys().of(lane.script(), lane.shard(), lane.topic());
        return calls.inShard(lane.shard(), lane.script(), keys, args.toArray());
    }

    private void take(Call call, Set<PendingChange> stale) {
        List<PendingChange> changes = call.changes();
        List<Object> answer;
        try {
            List<String> ids = changes.stream().map(PendingChange::id).toList();
            answer = ScriptRunner.await(call.answer(), call.lane().topic(), ids);
        } catch (DelayQueueException e) {
            topics.addAllAgain();
            changes.forEach(change -> change.failed(e));
            return;
        }
        if (answer.get(0).equals(StaleShardMap.ANSWER)) {
            topics.addAllAgain();
            changes.forEach(change -> startAgain(change, stale));
            return;
        }
        long mark = (Long) answer.get(2 + changes.size() * 2);
        for (int i = 0; i < changes.size(); i++) {
            changes.get(i).answered((String) answer.get(2 + i * 2), (Long) answer.get(3 + i * 2), mark);
        }
    }

    private static void startAgain(PendingChange change, Set<PendingChange> stale) {
        if (change.mayReload()) {
            stale.add(change);
        } else {
            change.failed(RedisFailure.of(new StaleShardMap()).toException(change.topic(), List.of(change.id())));
        }
    }
}
