package org.delay.redisson.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;

/**
 * Runs the scripts that store messages, and waits until replicas have the messages if that is configured. {@code WAIT} covers
 * the writes of its own connection, so it is sent in one pipeline with the script. Another connection might lead to another master by then.
 */
final class ScheduleScripts {

    private static final Sure SCHEDULE = Sure.of(Script.SCHEDULE, 6);

    private static final Sure SCHEDULE_NEW = Sure.of(Script.SCHEDULE_NEW, 4);

    /**
     * A script that writes even if it finds nothing to change, since {@code WAIT} would not cover the writes of others.
     */
    private record Sure(String source, String sha1) {

        /** @param meta the number of the key that it writes to */
        static Sure of(Script script, int meta) {
            String source = "redis.call('HSET', KEYS[" + meta + "], 'replicated', 1)\n" + script.source();
            return new Sure(source, sha1Of(source));
        }
    }

    private final RedissonClient client;
    private final DeadlineCalls calls;
    private final MinReplicas wanted;

    ScheduleScripts(RedissonClient client, DeadlineCalls calls, MinReplicas wanted) {
        this.client = client;
        this.calls = calls;
        this.wanted = wanted;
    }

    int wanted() {
        return wanted.count();
    }

    /** How long a call may be on its way. */
    Duration time() {
        return calls.time();
    }

    /**
     * The answer of {@code schedule}; behind it how many replicas have the messages, if any are wanted.
     *
     * @param end nothing is stored after this {@link System#nanoTime}
     */
    CompletableFuture<List<Object>> schedule(int shard, long end, List<Object> keys, Object... args) {
        return wanted.count() == 0
                ? calls.inShard(shard, end, Script.SCHEDULE, keys, args)
                : sure(SCHEDULE, shard, end, keys, args);
    }

    /** As {@link #schedule}, of {@code schedule-new}. */
    CompletableFuture<List<Object>> scheduleNew(int shard, long end, List<Object> keys, Object... args) {
        return wanted.count() == 0
                ? calls.inShard(shard, end, Script.SCHEDULE_NEW, keys, args)
                : sure(SCHEDULE_NEW, shard, end, keys, args);
    }

    /** How many replicas have what the call with this answer wrote; enough if none are wanted. */
    int confirmed(List<Object> answer) {
        return wanted.count() == 0 ? 0 : (Integer) answer.get(answer.size() - 1);
    }

    private CompletableFuture<List<Object>> sure(Sure script, int shard, long end, List<Object> keys, Object... args) {
        return calls.inShard(shard, end, deadline -> loaded(script, keys, DeadlineCalls.withDeadline(deadline, args)));
    }

    private CompletableFuture<List<Object>> loaded(Sure script, List<Object> keys, Object... args) {
        return evalAndWait(script, keys, args)
                .exceptionallyCompose(thrown -> isNotLoaded(thrown)
                        ? load(script, keys).thenCompose(done -> evalAndWait(script, keys, args))
                        : CompletableFuture.failedFuture(thrown));
    }

    /**
     * A server whose slot has moved away refuses the script, but answers the {@code WAIT} behind it, which then covers writes
     * that are not ours. The client repeats the whole batch elsewhere, but keeps the first answers. So the batch also contains
     * {@code SCRIPT EXISTS}, which every server answers. If the script has no answer by then, it was sent elsewhere, and no
     * replica counts as confirmed.
     */
    private CompletableFuture<List<Object>> evalAndWait(Sure script, List<Object> keys, Object... args) {
        RBatch batch =
                client.createBatch(BatchOptions.defaults().retryAttempts(0).sync(wanted.count(), wanted.timeout()));
        RScriptAsync calls = batch.getScript(Utf8Codec.INSTANCE);
        CompletableFuture<List<Object>> run = calls.<List<Object>>evalShaAsync(
                        RScript.Mode.READ_WRITE, script.sha1(), RScript.ReturnType.LIST, keys, args)
                .toCompletableFuture();
        CompletableFuture<Boolean> elsewhere = calls.scriptExistsAsync(mapped(keys), new String[] {script.sha1()})
                .toCompletableFuture()
                .thenApply(answered -> !run.isDone());
        return batch.executeAsync()
                .toCompletableFuture()
                .thenApply(result -> elsewhere.getNow(false) ? 0 : result.getSyncedSlaves())
                .exceptionallyCompose(thrown ->
                        wasStored(run) ? CompletableFuture.completedFuture(0) : CompletableFuture.failedFuture(thrown))
                .thenApply(confirmed -> withConfirmed(run.join(), confirmed));
    }

    /** The script was answered and the waiting was not: the master ceased to be one. */
    private static boolean wasStored(CompletableFuture<List<Object>> run) {
        return run.isDone() && !run.isCompletedExceptionally();
    }

    private static List<Object> withConfirmed(List<Object> answer, int confirmed) {
        List<Object> both = new ArrayList<>(answer);
        both.add(confirmed);
        return both;
    }

    private static boolean isNotLoaded(Throwable thrown) {
        return thrown instanceof RedisNoScriptException || thrown.getCause() instanceof RedisNoScriptException;
    }

    /** Onto the master that has the keys. */
    private CompletableFuture<String> load(Sure script, List<Object> keys) {
        return client.getScript(StringCodec.INSTANCE)
                .scriptLoadAsync(mapped(keys), script.source())
                .toCompletableFuture();
    }

    /** A key under the name that a NameMapper of the client gives it: that is what leads to its master. */
    private String mapped(List<Object> keys) {
        return client.getTopic((String) keys.get(0), StringCodec.INSTANCE)
                .getChannelNames()
                .get(0);
    }

    private static String sha1Of(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(script.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
