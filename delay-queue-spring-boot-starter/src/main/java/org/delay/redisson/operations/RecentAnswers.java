package org.delay.redisson.operations;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Gives everybody who asks the same within a short time the same answer, so that many open pages cost what one does. A failure is
 * not remembered. Thread-safe.
 *
 * @param <K> the questions
 */
final class RecentAnswers<K> {

    private static final int MOST = 100;

    private final long nanos;
    private final ConcurrentMap<K, CompletableFuture<Answer<?>>> answers = new ConcurrentHashMap<>();

    /** @param age how old an answer may be */
    RecentAnswers(Duration age) {
        this.nanos = age.toNanos();
    }

    /** @param nanoTime when it was asked for, by {@link System#nanoTime()} */
    record Answer<V>(V value, long nanoTime) {

        Duration age() {
            return Duration.ofNanos(System.nanoTime() - nanoTime);
        }
    }

    /** A recent answer to a question of this type, or that of the call. Waits for a call that is under way. */
    <V> Answer<V> get(K question, Class<V> type, Supplier<V> call) {
        forgetOld();
        CompletableFuture<Answer<?>> mine = new CompletableFuture<>();
        CompletableFuture<Answer<?>> known = answers.putIfAbsent(question, mine);
        if (known == null) {
            known = mine;
            answer(question, mine, call);
        }
        try {
            Answer<?> answer = known.join();
            return new Answer<>(type.cast(answer.value()), answer.nanoTime());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw e;
        }
    }

    private <V> void answer(K question, CompletableFuture<Answer<?>> mine, Supplier<V> call) {
        long asked = System.nanoTime();
        try {
            mine.complete(new Answer<>(call.get(), asked));
        } catch (Throwable e) {
            answers.remove(question, mine);
            mine.completeExceptionally(e);
        }
    }

    private void forgetOld() {
        boolean tooMany = answers.size() > MOST;
        answers.values().removeIf(answer -> answer.isDone() && (tooMany || isOld(answer.join())));
    }

    private boolean isOld(Answer<?> answer) {
        return System.nanoTime() - answer.nanoTime() > nanos;
    }
}
