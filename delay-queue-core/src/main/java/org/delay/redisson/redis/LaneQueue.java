package org.delay.redisson.redis;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * The sends of one topic and shard that wait for a call to take them. Two calls may be under way, so that Redis has one to
 * work at while the answer of the other is read; more would only make each carry less. Two sends of one id are never under
 * way together, so they are applied in their order. Not safe for use by several threads at once.
 */
final class LaneQueue {

    private static final int CALLS = 2;

    /** A longer script would hold up everybody else's calls. */
    private static final int MESSAGES_OF_CALL = 200;

    private static final int CHARACTERS_OF_CALL = 2 * 1024 * 1024;

    private final Queue<PendingSend> waiting = new ArrayDeque<>();
    private final Set<String> underWay = new HashSet<>();
    private int calls;

    void add(Collection<PendingSend> sends) {
        waiting.addAll(sends);
    }

    /** Moves what one more call takes, which is under way from then on; nothing if none may be begun. */
    void takeInto(List<PendingSend> batch) {
        if (calls == CALLS) {
            return;
        }
        int characters = 0;
        for (PendingSend next = waiting.peek();
                next != null && batch.size() < MESSAGES_OF_CALL;
                next = waiting.peek()) {
            characters += next.send().stored().length();
            boolean full = !batch.isEmpty() && characters > CHARACTERS_OF_CALL;
            if (full || !underWay.add(next.send().id())) {
                break;
            }
            batch.add(waiting.remove());
        }
        if (!batch.isEmpty()) {
            calls++;
        }
    }

    /** A call has ended that took these. */
    void end(Collection<PendingSend> batch) {
        if (!batch.isEmpty()) {
            calls--;
            batch.forEach(send -> underWay.remove(send.send().id()));
        }
    }

    boolean isIdle() {
        return calls == 0 && waiting.isEmpty();
    }
}
