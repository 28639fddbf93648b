package org.delay.redisson.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore.MessageRevision;

/** Changes single messages: cancels, reschedules, redrives and deletes them. */
@RequiredArgsConstructor
final class MessageCommands {

    private static final String NOT_FOUND = "NOT_FOUND";

    private final DeadlineCalls calls;
    private final ShardMapLoader shardMaps;
    private final ServiceStorage storage;
    private final MessageQueries queries;

    CancelResult cancel(String topic, String id) {
        return CancelResult.valueOf(
                inFirstHome(topic, id, (map, shard) -> call(Script.CANCEL, shard, topic, map.epoch(), topic, id)));
    }

    RescheduleResult reschedule(String topic, String id, Duration delay) {
        long millis = Milliseconds.roundedUp(delay);
        return RescheduleResult.valueOf(inFirstHome(
                topic,
                id,
                (map, shard) -> call(
                        Script.RESCHEDULE,
                        shard,
                        topic,
                        map.epoch(),
                        topic,
                        storage.wakeUps().forScripts(shard),
                        shard,
                        id,
                        millis)));
    }

    RedriveResult redrive(String topic, String id) {
        Optional<StoredMessage> found = queries.find(topic, id);
        if (found.isPresent() && found.get().state() != State.DEAD) {
            return RedriveResult.EXISTS;
        }
        return RedriveResult.valueOf(inFirstHome(
                topic,
                id,
                (map, shard) -> call(
                        Script.REDRIVE,
                        shard,
                        topic,
                        map.epoch(),
                        topic,
                        storage.wakeUps().forScripts(shard),
                        shard,
                        id)));
    }

    RedriveResult redrive(MessageRevision dead, long revision) {
        return RedriveResult.valueOf(inFirstHome(
                dead.topic(),
                dead.id(),
                (map, shard) -> call(
                        Script.REDRIVE,
                        shard,
                        dead.topic(),
                        map.epoch(),
                        dead.topic(),
                        storage.wakeUps().forScripts(shard),
                        shard,
                        dead.id(),
                        dead.revision(),
                        revision)));
    }

    DeleteResult delete(String topic, String id) {
        return DeleteResult.valueOf(
                inFirstHome(topic, id, (map, shard) -> call(Script.DELETE, shard, topic, map.epoch(), id)));
    }

    private CompletableFuture<List<Object>> call(Script script, int shard, String topic, Object... args) {
        return calls.inShard(shard, script, storage.keys().of(script, shard, topic), args);
    }

    /** Asks each shard that may hold the id, until one knows it. */
    private String inFirstHome(String topic, String id, HomeCall call) {
        return ScriptRunner.await(shardMaps.call(map -> inFirstHome(map, map.homes(id), call)), topic, List.of(id));
    }

    private static CompletableFuture<String> inFirstHome(ShardMap map, List<Integer> homes, HomeCall call) {
        return call.in(map, homes.get(0)).thenCompose(answer -> {
            String outcome = (String) answer.get(0);
            if (outcome.equals(StaleShardMap.ANSWER)) {
                return CompletableFuture.failedFuture(new StaleShardMap());
            }
            return outcome.equals(NOT_FOUND) && homes.size() > 1
                    ? inFirstHome(map, homes.subList(1, homes.size()), call)
                    : CompletableFuture.completedFuture(outcome);
        });
    }

    /** A call to one of the shards that may hold an id. */
    private interface HomeCall {

        CompletableFuture<List<Object>> in(ShardMap map, int shard);
    }
}
