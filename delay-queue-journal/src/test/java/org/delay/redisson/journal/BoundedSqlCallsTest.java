package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.delay.redisson.journal.BoundedSqlCalls.NoAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedSqlCallsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final BoundedSqlCalls calls = new BoundedSqlCalls(Duration.ZERO);
    private final ThreadLog log = ThreadLog.of(BoundedSqlCalls.class);

    @AfterEach
    void close() {
        log.close();
        calls.close();
    }

    private void fail() {
        assertThatThrownBy(() -> calls.call(LONG, () -> {
                    throw new SQLTransientConnectionException("no connection is free");
                }))
                .isInstanceOf(NoAnswer.class)
                .hasCauseInstanceOf(SQLTransientConnectionException.class);
    }

    /** Some calls get a connection of a busy pool, others get none. */
    @Test
    void aBusyPoolIsNotReportedWithEachCall() throws NoAnswer {
        for (int i = 0; i < 10; i++) {
            fail();
            assertThat(calls.call(LONG, () -> "answer")).isEqualTo("answer");
        }

        assertThat(log.events()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.INFO);
        assertThat(log.events().get(0).getFormattedMessage())
                .contains("or its connection pool is busy", "no connection is free");
    }

    /** There are eight threads. */
    @Test
    void theNinthCallWaitsForItsTurn() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            CountDownLatch called = new CountDownLatch(8);
            List<Future<String>> first = Stream.generate(() -> callers.submit(() -> calls.call(LONG, () -> {
                        called.countDown();
                        slow.await();
                        return "slow";
                    })))
                    .limit(8)
                    .toList();
            called.await();
            Future<String> ninth = callers.submit(() -> calls.call(LONG, () -> "ninth"));
            assertThatThrownBy(() -> calls.call(Duration.ofMillis(20), () -> "never"))
                    .isInstanceOf(NoAnswer.class)
                    .hasCauseInstanceOf(TimeoutException.class);
            slow.countDown();

            assertThat(ninth.get()).isEqualTo("ninth");
            for (Future<String> one : first) {
                assertThat(one.get()).isEqualTo("slow");
            }
        } finally {
            slow.countDown();
            callers.shutdown();
        }
    }

    @Test
    void theReportSaysHowLongItWaited() {
        CountDownLatch never = new CountDownLatch(1);

        assertThatThrownBy(() -> calls.call(Duration.ofMillis(20), () -> {
                    never.await();
                    return "late";
                }))
                .isInstanceOf(NoAnswer.class)
                .hasCauseInstanceOf(TimeoutException.class);

        assertThat(log.events())
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage()).endsWith("No answer within 20 ms"));
    }
}
