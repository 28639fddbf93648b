package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The sends that wait while their lane has a call under way. A lane is present from its first send until it is empty. */
final class SendLanes {

    /** A longer script would delay the calls of others. */
    private static final int MESSAGES_PER_CALL = 200;

    private static final int CHARACTERS_PER_CALL = 2 * 1024 * 1024;

    private final ConcurrentMap<SendLane, Queue<PendingSend>> waiting = new ConcurrentHashMap<>();

    static Map<SendLane, List<PendingSend>> byLane(Collection<PendingSend> sends, int epoch) {
        Map<SendLane, List<PendingSend>> byLane = new LinkedHashMap<>();
        for (PendingSend send : sends) {
            byLane.computeIfAbsent(SendLane.of(send, epoch), none -> new ArrayList<>())
                    .add(send);
        }
        return byLane;
    }

    /** Appends sends, and returns whether the lane has no call under way, so that the caller must make one. */
    boolean append(SendLane lane, List<PendingSend> sends) {
        Queue<PendingSend> own = new ArrayDeque<>(sends);
        Queue<PendingSend> shared = waiting.merge(lane, own, (queue, more) -> {
            queue.addAll(more);
            return queue;
        });
        return shared == own;
    }

    /**
     * The sends of the next call, or none, and then the lane is gone.
     *
     * @param callTime how long the call may be on its way
     */
    List<PendingSend> next(SendLane lane, Duration callTime) {
        List<PendingSend> batch = new ArrayList<>();
        waiting.computeIfPresent(lane, (same, queue) -> {
            take(queue, batch, callTime);
            return batch.isEmpty() ? null : queue;
        });
        return batch;
    }

    /** Removes a lane, and returns the sends that waited in it. */
    Collection<PendingSend> remove(SendLane lane) {
        Queue<PendingSend> left = waiting.remove(lane);
        return left == null ? List.of() : left;
    }

    /**
     * Moves the sends of one call, and drops those whose time is over. The ids of a call differ, so that two sends of one id
     * are applied in their order.
     */
    private static void take(Queue<PendingSend> queue, List<PendingSend> batch, Duration callTime) {
        Set<String> ids = new HashSet<>();
        int characters = 0;
        for (PendingSend next = queue.peek(); next != null; next = queue.peek()) {
            characters += next.message().stored().length();
            boolean full = batch.size() == MESSAGES_PER_CALL || (!batch.isEmpty() && characters > CHARACTERS_PER_CALL);
            if (full || ids.contains(next.message().id())) {
                return;
            }
            if (next.call(callTime)) {
                ids.add(next.message().id());
                batch.add(next);
            }
            queue.remove();
        }
    }
}
