package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.delay.redisson.DelayQueueException;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;

/**
 * Runs scripts on the master. Redisson's own repetitions are switched off: a script that runs twice may undo what happened in
 * between. This class repeats only calls that certainly did not run.
 */
final class ScriptRunner {

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(20);
    private static final int REPEATS = 6;

    /**
     * The timeout of an answer with all repetitions. The client alone might never answer: for a call that does not fit into a
     * full socket, and for some calls that are under way when it is shut down.
     */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);

    private final RedissonClient client;
    private final RScript scripts;
    private final QueueTimer timer;
    private final CallTimeouts timeouts;
    private final Duration longest;

    ScriptRunner(RedissonClient client, QueueTimer timer) {
        this(client, timer, ANSWER_TIMEOUT);
    }

    /** @param longest the timeout of an answer */
    ScriptRunner(RedissonClient client, QueueTimer timer, Duration longest) {
        this.client = client;
        this.timer = timer;
        this.timeouts = new CallTimeouts(timer);
        this.longest = longest;
        scripts = client.getScript(
                OptionalOptions.defaults().codec(Utf8Codec.INSTANCE).retryAttempts(0));
    }

    /** The answer, or a {@link RedisFailure}. */
    CompletableFuture<List<Object>> run(Script script, List<Object> keys, Object... args) {
        return repeat(() -> once(script, keys, args));
    }

    /** As {@link #run}, for an answer of one value. */
    CompletableFuture<String> runForText(Script script, List<Object> keys, Object... args) {
        return run(script, keys, args).thenApply(answer -> (String) answer.get(0));
    }

    /** Makes a call, and repeats it if it certainly did not run. The client must not repeat it by itself. */
    <T> CompletableFuture<T> repeat(Supplier<CompletionStage<T>> call) {
        return repeat(0, System.nanoTime() + longest.toNanos(), call);
    }

    private <T> CompletableFuture<T> repeat(int repeats, long end, Supplier<CompletionStage<T>> call) {
        if (client.isShuttingDown()) {
            return CompletableFuture.failedFuture(RedisFailure.refused("The Redis client is shut down"));
        }
        return begin(call, Duration.ofNanos(end - System.nanoTime())).exceptionallyCompose(thrown -> {
            RedisFailure failure = RedisFailure.of(thrown);
            if (!failure.isPassing() || repeats == REPEATS || end - System.nanoTime() <= 0) {
                return CompletableFuture.failedFuture(failure);
            }
            return timer.after(FIRST_BACKOFF.multipliedBy(1L << repeats))
                    .thenCompose(over -> repeat(repeats + 1, end, call));
        });
    }

    private <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> call, Duration time) {
        try {
            return timeouts.limit(call.get().toCompletableFuture().copy(), time);
        } catch (Throwable e) {
            // Thrown by the application's part of the client, a NameMapper for example; or no memory was left.
            return CompletableFuture.failedFuture(e);
        }
    }

    /** One try, whose failure may be any. */
    CompletionStage<List<Object>> once(Script script, List<Object> keys, Object... args) {
        return scripts.evalAsync(RScript.Mode.READ_WRITE, script.source(), RScript.ReturnType.LIST, keys, args);
    }

    /**
     * Waits for an answer, which always comes. An interrupt does not end the wait, since the outcome would be unknown then; the
     * thread is interrupted again at the end.
     *
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    static <T> T await(CompletableFuture<T> answer, String topic, Collection<String> ids) {
        refuseClientThread();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DelayQueueException known) {
                // It was created on a thread of the client; the caller's stack trace is more useful.
                known.fillInStackTrace();
                throw known;
            }
            throw RedisFailure.of(e).toException(topic, ids);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** All of the client's threads: its netty threads, its timer, which ends calls that have no answer, and its executor. */
    static void refuseClientThread() {
        if (Thread.currentThread().getName().startsWith("redisson-")) {
            throw new IllegalStateException(
                    "This call waits for Redis, so it must not run on a thread of the Redis client. Call"
                            + " it on a thread of your own");
        }
    }
}
