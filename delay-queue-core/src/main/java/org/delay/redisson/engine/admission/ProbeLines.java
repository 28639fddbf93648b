package org.delay.redisson.engine.admission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order in which topics are probed: first those that were not tried yet, the latest first, since it is the least late;
 * then those that failed or took long, in turn. Guarded by its breaker's lock.
 */
final class ProbeLines {

    private final Deque<ProbeCandidate> untried = new ArrayDeque<>();
    private final Deque<ProbeCandidate> last = new ArrayDeque<>();

    /** In which line each one stands. What left its line stays in the deque until its turn. */
    private final Map<ProbeCandidate, Deque<ProbeCandidate>> places = new HashMap<>();

    /** Lines a topic up, unless it stands in the right line. One that failed alone has no place. */
    void add(ProbeCandidate candidate) {
        Deque<ProbeCandidate> line = candidate.comesLast() ? last : untried;
        if (candidate.isAlone() || places.put(candidate, line) == line) {
            return;
        }
        if (candidate.comesLast()) {
            line.addLast(candidate);
        } else {
            line.addFirst(candidate);
        }
    }

    void remove(ProbeCandidate candidate) {
        places.remove(candidate);
    }

    /** Takes the next one out of its line. */
    @Nullable
    ProbeCandidate next(boolean alsoFailed) {
        ProbeCandidate next = next(untried);
        return next == null && alsoFailed ? next(last) : next;
    }

    private @Nullable ProbeCandidate next(Deque<ProbeCandidate> line) {
        for (ProbeCandidate next = line.pollFirst(); next != null; next = line.pollFirst()) {
            if (places.remove(next, line) && !next.shards.isEmpty()) {
                return next;
            }
        }
        return null;
    }
}
