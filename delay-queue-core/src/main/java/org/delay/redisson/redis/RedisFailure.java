package org.delay.redisson.redis;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.DelayQueueException;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisBusyException;
import org.redisson.client.RedisClusterDownException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisLoadingException;
import org.redisson.client.RedisMasterDownException;
import org.redisson.client.RedisNoReplicasException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisRedirectException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisTryAgainException;
import org.redisson.client.RedisWrongPasswordException;
import org.redisson.client.WriteRedisConnectionException;

/**
 * Why a call of Redis failed, in one line. The client's own texts hold arguments of the call, which must not be logged, and
 * its stack traces are those of its threads.
 */
final class RedisFailure extends RuntimeException {

    private enum Certainty {
        /** The call may have been carried out. */
        UNKNOWN,
        /** Nothing was done. */
        NOTHING_DONE,
        /** Nothing was done, and a repetition may soon succeed. */
        PASSING,
        /** Nothing was done, because this version can't read how the service is stored. */
        UNSUPPORTED_FORMAT
    }

    /** What Redisson appends to the server's own words. */
    private static final Pattern APPENDIX =
            Pattern.compile("(\\. (channel|Check|Node source|Netty)[: ]|, is non-idempotent).*", Pattern.DOTALL);

    /**
     * What Redisson appends to an error of the server for which it has no type, WRONGTYPE for example. The same type without
     * this text says that the client failed.
     */
    private static final String UNTYPED_ANSWER = ". channel: ";

    /** Answers of a server that did not begin to run the script. */
    private static final Set<Class<? extends RedisException>> REFUSALS = Set.of(
            RedisAuthRequiredException.class,
            RedisBusyException.class,
            RedisNoReplicasException.class,
            RedisOutOfMemoryException.class,
            RedisWrongPasswordException.class);

    /** Answers of a server that did not begin to run the script, and may soon be able to. */
    private static final Set<Class<? extends RedisException>> PASSING = Set.of(
            RedisClusterDownException.class,
            RedisLoadingException.class,
            RedisMasterDownException.class,
            RedisNoScriptException.class,
            RedisReadonlyException.class,
            RedisTryAgainException.class);

    /** The same answers inside the error of a script, which has no type. */
    private static final Pattern PASSING_IN_SCRIPT =
            Pattern.compile("(^|-)(TRYAGAIN|LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|NOSCRIPT)\\b");

    private final Certainty certainty;

    private RedisFailure(@Nullable String message, Certainty certainty) {
        super(message, null, false, false);
        this.certainty = certainty;
    }

    static RedisFailure of(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof RedisFailure failure) {
            return failure;
        }
        if (cause instanceof StaleShardMap) {
            return refused(cause.getMessage());
        }
        if (cause instanceof TimeoutException) {
            return unknown("The Redis client did not finish the call");
        }
        String text = String.valueOf(cause.getMessage());
        Matcher appendix = APPENDIX.matcher(text);
        String line = cause.getClass().getSimpleName() + ": "
                + (appendix.find() ? text.substring(0, appendix.start()) : text);
        return new RedisFailure(line, certainty(cause, text));
    }

    static RedisFailure refused(@Nullable String message) {
        return new RedisFailure(String.valueOf(message), Certainty.NOTHING_DONE);
    }

    static RedisFailure unsupportedFormat(String message) {
        return new RedisFailure(message, Certainty.UNSUPPORTED_FORMAT);
    }

    static RedisFailure unknown(String message) {
        return new RedisFailure(message, Certainty.UNKNOWN);
    }

    /** This failure, of a call that had to precede another one. So the other one was not made. */
    RedisFailure ofWhatCameBefore() {
        return certainty == Certainty.UNSUPPORTED_FORMAT
                ? this
                : new RedisFailure(getMessage(), Certainty.NOTHING_DONE);
    }

    /** This failure, after an earlier try of the same call had no answer: its outcome is still unknown. */
    RedisFailure afterNoAnswer() {
        return new RedisFailure(getMessage(), Certainty.UNKNOWN);
    }

    boolean surelyNothingDone() {
        return certainty != Certainty.UNKNOWN;
    }

    /** Whether a repetition does nothing twice and may succeed. */
    boolean isPassing() {
        return certainty == Certainty.PASSING;
    }

    /** This failure as callers see it. */
    DelayQueueException toException(String topic, Collection<String> ids) {
        return switch (certainty) {
            case UNKNOWN -> new DelayQueueException.OutcomeUnknown(topic, ids, this);
            case NOTHING_DONE, PASSING -> new DelayQueueException.Refused(topic, ids, this);
            case UNSUPPORTED_FORMAT -> new DelayQueueException.UnsupportedFormat(topic, ids, this);
        };
    }

    /** Scripts read all that they need before they write, so an error that the server answered means that nothing was written. */
    private static Certainty certainty(Throwable cause, String text) {
        Class<?> type = cause.getClass();
        if (PASSING.contains(type)) {
            return Certainty.PASSING;
        }
        if (type == RedisException.class && text.contains(UNTYPED_ANSWER)) {
            return PASSING_IN_SCRIPT.matcher(text).find() ? Certainty.PASSING : Certainty.NOTHING_DONE;
        }
        boolean refused = REFUSALS.contains(type) || cause instanceof RedisRedirectException;
        return refused || wasNotSent(cause) ? Certainty.NOTHING_DONE : Certainty.UNKNOWN;
    }

    /**
     * The client had no connection, so the call never left. A client that is shut down reports the same for calls that left
     * and for calls that did not, so that does not count.
     */
    private static boolean wasNotSent(Throwable cause) {
        return cause instanceof RedisNodeNotFoundException
                || (cause instanceof RedisTimeoutException && !(cause instanceof RedisResponseTimeoutException))
                || (cause instanceof RedisConnectionException && !(cause instanceof WriteRedisConnectionException))
                || cause.getCause() instanceof ConnectException
                || cause.getCause() instanceof UnknownHostException;
    }
}
