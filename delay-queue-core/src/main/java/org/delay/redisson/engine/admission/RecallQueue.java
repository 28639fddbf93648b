package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.schedule.ShardSchedule;

/**
 * Topics that were deferred and are to be due again earlier. Gates add them under their locks; workers tell Redis, all of a
 * shard in one call.
 */
@Slf4j
@RequiredArgsConstructor
final class RecallQueue {

    /** A topic of a shard, to be due again after a delay. */
    private record Recall(int shard, String topic, Duration delay) {}

    private final DispatchOperations queue;
    private final ShardSchedule schedule;
    private final Queue<Recall> waiting = new ConcurrentLinkedQueue<>();

    void add(int shard, String topic, Duration delay) {
        waiting.add(new Recall(shard, topic, delay));
    }

    /** Has a worker recall what was added so far. Whoever is about to {@linkplain #run recall} by itself need not ask for it. */
    void request() {
        waiting.forEach(recall -> schedule.wakeUp(recall.shard(), Duration.ZERO));
    }

    /** Recalls what was added so far. */
    void run() {
        if (waiting.isEmpty()) {
            return;
        }
        Map<Integer, Map<String, Duration>> shards = new HashMap<>();
        for (Recall next = waiting.poll(); next != null; next = waiting.poll()) {
            Map<String, Duration> topics = shards.computeIfAbsent(next.shard(), none -> new HashMap<>());
            topics.merge(next.topic(), next.delay(), (one, other) -> one.compareTo(other) < 0 ? one : other);
            if (topics.size() == ShardState.MAX_DUE) {
                recall(next.shard(), topics);
                topics.clear();
            }
        }
        shards.forEach(this::recall);
    }

    private void recall(int shard, Map<String, Duration> topics) {
        if (topics.isEmpty()) {
            return;
        }
        try {
            queue.recall(shard, topics);
            topics.values().stream().min(Duration::compareTo).ifPresent(first -> schedule.wakeUp(shard, first));
        } catch (RuntimeException e) {
            log.debug("Topics {} could not be recalled; they are due again by themselves", topics.keySet(), e);
        }
    }
}
