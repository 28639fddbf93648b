package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.delay.redisson.DelayQueueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.client.RedisBusyException;
import org.redisson.client.RedisClusterDownException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisLoadingException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisTryAgainException;
import org.redisson.client.RedisWaitException;
import org.redisson.client.WriteRedisConnectionException;

/** What an exception of the client says about the call: its type decides, and its text only where it has no type. */
class RedisFailureTest {

    static List<Throwable> nothingDone() {
        return List.of(
                new RedisOutOfMemoryException("OOM"),
                new RedisBusyException("BUSY"),
                new RedisNodeNotFoundException("no node"),
                new RedisTimeoutException("no connection"),
                new RedisConnectionException("no connection"),
                new RedisException(new ConnectException("refused")),
                new RedisException("WRONGTYPE Operation. channel: [id: 1] command: (EVAL)"));
    }

    static List<Throwable> passing() {
        return List.of(
                new RedisLoadingException("LOADING"),
                new RedisTryAgainException("TRYAGAIN"),
                new RedisClusterDownException("CLUSTERDOWN"),
                new RedisReadonlyException("READONLY"),
                new RedisNoScriptException("NOSCRIPT"),
                new RedisException(
                        "ERR Error running script: -READONLY You can't write. channel: [id: 1] command: (EVAL)"));
    }

    static List<Throwable> unknown() {
        return List.of(
                new RedisResponseTimeoutException("no answer. channel: [id: 1]"),
                new WriteRedisConnectionException("half written", new RuntimeException()),
                new RedisReconnectedException("reconnected"),
                new RedisWaitException("WAIT"),
                new RedisException("Unexpected exception while processing command", new RuntimeException()),
                new IllegalStateException("client is shut down. channel: [id: 1]"),
                new TimeoutException());
    }

    @ParameterizedTest
    @MethodSource({"nothingDone", "passing"})
    void aRefusalIsToldAsOne(Throwable thrown) {
        RedisFailure failure = RedisFailure.of(new CompletionException(thrown));

        assertThat(failure.surelyNothingDone()).isTrue();
        assertThat(failure.toException("orders", List.of("a"))).isInstanceOf(DelayQueueException.Refused.class);
    }

    @ParameterizedTest
    @MethodSource("nothingDone")
    void aLastingRefusalIsNotRepeated(Throwable thrown) {
        assertThat(RedisFailure.of(thrown).isPassing()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("passing")
    void aPassingRefusalIsRepeated(Throwable thrown) {
        assertThat(RedisFailure.of(thrown).isPassing()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("unknown")
    void anythingElseMayHaveBeenDone(Throwable thrown) {
        RedisFailure failure = RedisFailure.of(thrown);

        assertThat(failure.surelyNothingDone()).isFalse();
        assertThat(failure.isPassing()).isFalse();
        assertThat(failure.toException("orders", List.of("a"))).isInstanceOf(DelayQueueException.OutcomeUnknown.class);
    }

    /** The text of an answer without a type is that of this version. After an update, look at CommandDecoder again. */
    @Test
    void theVersionWhoseTextsAreKnown() {
        assertThat(Redisson.class.getPackage().getImplementationVersion()).isEqualTo("4.7.0");
    }
}
