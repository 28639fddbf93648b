package org.delay.redisson.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Does together what several threads ask for at the same time, since one transaction for all is cheaper than one for each. The first
 * thread does at once what it asks for. What others ask for meanwhile waits, and one of them does it for all. No thread is added.
 * Thread-safe.
 *
 * @param <I> what is asked for
 * @param <O> the answer
 */
final class SharedTurns<I, O> {

    private final int most;
    private final Function<List<I>, List<O>> work;

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Request<I, O>> waiting = new ArrayDeque<>();
    private boolean busy;

    /**
     * One turn at a time: with two, each would have fewer requests.
     *
     * @param most requests of a turn
     * @param work carries out requests, and returns their answers in the same order
     */
    SharedTurns(int most, Function<List<I>, List<O>> work) {
        this.most = most;
        this.work = work;
    }

    /** Waits for the answer. If a turn of several requests fails, each thread does alone what it asks for. */
    O ask(I what) {
        Request<I, O> request = new Request<>(what);
        if (begins(request)) {
            return take(List.of(request));
        }
        // An interrupt ends no wait, as it ends no statement of a database.
        if (request.isNext.join()) {
            return take(next(request));
        }
        O answer = request.answer;
        return answer == null ? alone(what) : answer;
    }

    private O alone(I what) {
        return work.apply(List.of(what)).get(0);
    }

    private boolean begins(Request<I, O> request) {
        lock.lock();
        try {
            if (busy) {
                waiting.add(request);
                return false;
            }
            busy = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** This request, and those that wait by now. */
    private List<Request<I, O>> next(Request<I, O> first) {
        List<Request<I, O>> turn = new ArrayList<>();
        turn.add(first);
        lock.lock();
        try {
            while (turn.size() < most && !waiting.isEmpty()) {
                turn.add(waiting.remove());
            }
        } finally {
            lock.unlock();
        }
        return turn;
    }

    /** A turn, of which the first request is this thread's. */
    private O take(List<Request<I, O>> turn) {
        try {
            List<O> answers =
                    work.apply(turn.stream().map(request -> request.what).toList());
            for (int i = 0; i < turn.size(); i++) {
                turn.get(i).answer = answers.get(i);
            }
            return answers.get(0);
        } catch (RuntimeException e) {
            if (turn.size() == 1) {
                throw e;
            }
        } finally {
            // First: threads that ask again at once join the next turn.
            turn.stream().skip(1).forEach(request -> request.isNext.complete(false));
            handOver();
        }
        return alone(turn.get(0).what);
    }

    /** The next turn belongs to the thread that has waited longest. */
    private void handOver() {
        Request<I, O> next;
        lock.lock();
        try {
            next = waiting.poll();
            busy = next != null;
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.isNext.complete(true);
        }
    }

    /** What one thread asks for, and what becomes of it. */
    private static final class Request<I, O> {

        final I what;

        /** Completed with whether its thread takes the next turn. If not, another thread has taken it. */
        final CompletableFuture<Boolean> isNext = new CompletableFuture<>();

        /** Written before the future is completed. Null if the turn has failed. */
        @Nullable
        O answer;

        Request(I what) {
            this.what = what;
        }
    }
}
