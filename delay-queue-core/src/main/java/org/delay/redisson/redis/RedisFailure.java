package org.delay.redisson.redis;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.DelayQueueException;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.WriteRedisConnectionException;

/**
 * Why a call of Redis failed, in one line: the client's own texts hold arguments of the call, which a log must not, and
 * its stack traces are those of its threads.
 */
final class RedisFailure extends RuntimeException {

    /** What Redisson appends to the server's own words. */
    private static final Pattern APPENDIX =
            Pattern.compile("(\\. (channel|Check|Node source|Netty)[: ]|, is non-idempotent).*", Pattern.DOTALL);

    /** Answers of a server that has not begun to run the script, and may soon be able to. */
    private static final Pattern PASSING =
            Pattern.compile("(^|-)(TRYAGAIN|LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|NOSCRIPT)\\b");

    private final boolean surelyNothingDone;
    private final boolean passing;

    private RedisFailure(@Nullable String message, boolean surelyNothingDone, boolean passing) {
        super(message, null, false, false);
        this.surelyNothingDone = surelyNothingDone;
        this.passing = passing;
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
        if (cause instanceof ShardLayout.Stale) {
            return refused(cause.getMessage());
        }
        if (cause instanceof TimeoutException) {
            return unknown("The Redis client came to no end with the call");
        }
        String text = String.valueOf(cause.getMessage());
        Matcher appendix = APPENDIX.matcher(text);
        String line = cause.getClass().getSimpleName() + ": "
                + (appendix.find() ? text.substring(0, appendix.start()) : text);
        boolean answered = isAnswer(cause, text);
        return new RedisFailure(
                line,
                answered || wasNotSent(cause),
                answered && PASSING.matcher(text).find());
    }

    static RedisFailure refused(@Nullable String message) {
        return new RedisFailure(String.valueOf(message), true, false);
    }

    static RedisFailure unknown(String message) {
        return new RedisFailure(message, false, false);
    }

    /** This failure of a call that was to come before another, which was not made then. */
    RedisFailure ofWhatCameBefore() {
        return new RedisFailure(getMessage(), true, false);
    }

    /** This failure after an earlier try of the same call had no answer: what became of that is unknown still. */
    RedisFailure afterNoAnswer() {
        return new RedisFailure(getMessage(), false, false);
    }

    boolean surelyNothingDone() {
        return surelyNothingDone;
    }

    /** Whether the call can be repeated without doing anything twice, and with hope. */
    boolean isPassing() {
        return passing;
    }

    /** This failure as callers see it. */
    DelayQueueException toException(String topic, Collection<String> ids) {
        return surelyNothingDone
                ? new DelayQueueException.Refused(topic, ids, this)
                : new DelayQueueException.OutcomeUnknown(topic, ids, this);
    }

    /** An error that the server answered: scripts read all that they need before they write, so nothing was written. */
    private static boolean isAnswer(Throwable cause, String text) {
        return cause instanceof RedisException
                && !(cause instanceof RedisTimeoutException)
                && !(cause instanceof RedisConnectionException)
                && !(cause instanceof RedisReconnectedException)
                && text.contains(". channel: ");
    }

    /**
     * No connection was had, so the call never left. A client that is shut down tells the same of calls that left and of
     * those that did not, so that is not among them.
     */
    private static boolean wasNotSent(Throwable cause) {
        return cause instanceof RedisNodeNotFoundException
                || (cause instanceof RedisTimeoutException && !(cause instanceof RedisResponseTimeoutException))
                || (cause instanceof RedisConnectionException && !(cause instanceof WriteRedisConnectionException))
                || cause.getCause() instanceof ConnectException
                || cause.getCause() instanceof UnknownHostException;
    }
}
