package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.operations.SingleFlight;
import org.jspecify.annotations.Nullable;

/**
 * Answers that many pages ask for, so that twenty of them cost Redis what one does: each question is asked at most once in a while. While
 * Redis is unavailable, the last answer is given with its age. Only for answers that everybody who sees the dashboard may see. Safe for use
 * by many threads.
 */
@RequiredArgsConstructor
final class Answers {

    private static final int MOST = 256;

    /** How long an answer is given again. */
    private final Duration fresh;

    /** How long to wait for a new one. */
    private final Duration patience;

    private final Map<String, Question> questions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Question> eldest) {
            return size() > MOST;
        }
    };

    /**
     * An answer.
     *
     * @param age how old it is
     * @param problem why there is no newer one, or null
     */
    record Answer(Object value, Duration age, @Nullable String problem) {}

    /**
     * The answer to a question.
     *
     * @param name names the question and its parameters
     * @throws RuntimeException what the question threw, if it was never answered
     * @throws LateAnswer if it was never answered, and is not answered in time
     */
    Answer get(String name, Supplier<Object> question) throws InterruptedException {
        Question asked;
        synchronized (questions) {
            asked = questions.computeIfAbsent(name, unused -> new Question(question));
        }
        return asked.answer(fresh, patience);
    }

    /** Makes all answers old, after a change that the next ones must show. */
    void expire() {
        synchronized (questions) {
            questions.values().forEach(question -> question.expired = true);
        }
    }

    /** A value and when it was asked for, by {@link System#nanoTime()}. */
    private record Known(Object value, long nanoTime) {}

    private static final class Question {

        private final SingleFlight<Boolean> flight;
        private volatile @Nullable Known known;
        private volatile @Nullable RuntimeException failure;
        private volatile long askedAt;
        private volatile boolean expired = true;

        private Question(Supplier<Object> question) {
            this.flight = new SingleFlight<>("delay-queue-dashboard", () -> ask(question));
        }

        private boolean ask(Supplier<Object> question) {
            expired = false;
            long began = System.nanoTime();
            askedAt = began;
            try {
                known = new Known(question.get(), began);
                failure = null;
            } catch (RuntimeException e) {
                failure = e;
            }
            return true;
        }

        private Answer answer(Duration fresh, Duration patience) throws InterruptedException {
            boolean inTime = !isOld(fresh) || isAnswered(patience);
            Known last = known;
            RuntimeException problem = inTime ? failure : new LateAnswer();
            if (last != null) {
                Duration age = Duration.ofNanos(System.nanoTime() - last.nanoTime());
                return new Answer(last.value(), age, problem == null ? null : String.valueOf(problem.getMessage()));
            }
            throw problem == null ? new LateAnswer() : problem;
        }

        private boolean isOld(Duration fresh) {
            return expired || flight.isRunning() || System.nanoTime() - askedAt > fresh.toNanos();
        }

        private boolean isAnswered(Duration patience) throws InterruptedException {
            try {
                return flight.join().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                return false;
            }
        }
    }
}
