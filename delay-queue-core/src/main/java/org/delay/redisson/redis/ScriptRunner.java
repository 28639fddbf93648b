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
 * Runs scripts on the master. Redisson would send a script again when its answer is late; that is switched off, since a
 * script that ran twice may undo what came between. What surely did not run is repeated here.
 */
final class ScriptRunner {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final int REPEATS = 6;

    /**
     * So long an answer is waited for with all repetitions, whatever the client does: it waits without an end for a call that
     * it can't put into a full socket, and for some that are under way when it is shut down.
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

    /** @param longest how long an answer is waited for in any case */
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

    /** Makes a call, and again where it surely did not run. The client must not repeat it by itself. */
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
            return timer.pause(FIRST_PAUSE.multipliedBy(1L << repeats))
                    .thenCompose(over -> repeat(repeats + 1, end, call));
        });
    }

    private <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> call, Duration time) {
        try {
            return timeouts.limit(call.get().toCompletableFuture().copy(), time);
        } catch (Throwable e) {
            // By what the application has put into its client, a mapper of names for example; or no memory was left.
            return CompletableFuture.failedFuture(e);
        }
    }

    /** One try, whose failure may be any. */
    CompletionStage<List<Object>> once(Script script, List<Object> keys, Object... args) {
        return scripts.evalAsync(RScript.Mode.READ_WRITE, script.source(), RScript.ReturnType.LIST, keys, args);
    }

    /**
     * Waits for an answer, which comes in the end, whatever the client does. An interrupt does not end the waiting, since what
     * became of the call would be unknown then; the thread is interrupted again at the end.
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
                // It was made on a thread of the client; the caller's stack is what tells somebody something.
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
            throw new IllegalStateException("This call waits for Redis, so it must not be made on a thread of the Redis"
                    + " client; hand it to a thread of your own");
        }
    }
}
