package org.delay.redisson.engine.admission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order in which topics are probed. First come those that were not tried yet, the latest first, since it is the least late.
 * Then come those whose probes were answered or whose back-off is over, and those that failed or took long, each in turn. Where
 * both are asked for, they take turns, so that none of them waits for all of the others. Guarded by its breaker's lock.
 */
final class ProbeLines {

    private final Deque<ProbeCandidate> first = new ArrayDeque<>();
    private final Deque<ProbeCandidate> answered = new ArrayDeque<>();
    private final Deque<ProbeCandidate> last = new ArrayDeque<>();

    /** In which line each one stands. What left its line stays in the deque until its turn. */
    private final Map<ProbeCandidate, ProbeTurn> places = new HashMap<>();

    private boolean lastHasTurn;

    private Deque<ProbeCandidate> line(ProbeTurn turn) {
        return switch (turn) {
            case FIRST -> first;
            case ANSWERED -> answered;
            case LAST -> last;
        };
    }

    /** Lines a topic up, unless it stands in the right line. One that failed alone has no place. */
    void add(ProbeCandidate candidate) {
        ProbeTurn turn = candidate.turn();
        if (candidate.isAlone() || places.put(candidate, turn) == turn) {
            return;
        }
        if (turn == ProbeTurn.FIRST) {
            line(turn).addFirst(candidate);
        } else {
            line(turn).addLast(candidate);
        }
    }

    void remove(ProbeCandidate candidate) {
        places.remove(candidate);
    }

    /** Takes the next one out of its line. */
    @Nullable
    ProbeCandidate next(boolean alsoLast) {
        ProbeCandidate next = next(ProbeTurn.FIRST);
        if (next != null) {
            return next;
        }
        lastHasTurn = alsoLast && !lastHasTurn;
        next = next(lastHasTurn ? ProbeTurn.LAST : ProbeTurn.ANSWERED);
        if (next == null && alsoLast) {
            next = next(lastHasTurn ? ProbeTurn.ANSWERED : ProbeTurn.LAST);
        }
        return next;
    }

    private @Nullable ProbeCandidate next(ProbeTurn turn) {
        Deque<ProbeCandidate> line = line(turn);
        for (ProbeCandidate next = line.pollFirst(); next != null; next = line.pollFirst()) {
            if (places.remove(next, turn) && !next.shards.isEmpty()) {
                return next;
            }
        }
        return null;
    }
}
