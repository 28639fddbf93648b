package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.tck.server.RedisWithClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.api.RedissonClient;

/** Redis's clock is set back by an hour, and forward again. */
class ClockPutBackTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration NEARLY_AN_HOUR = Duration.ofMinutes(59);

    @TempDir
    private Path directory;

    private RedisWithClock redis;
    private RedissonClient client;
    private Steps steps;
    private DelayQueueMessage queue;

    @BeforeEach
    void start() {
        Optional<RedisWithClock> started = RedisWithClock.start(directory.resolve("clock"));
        Assumptions.assumeTrue(
                started.isPresent(), "needs a C compiler, and a Redis that is a process of this machine");
        redis = started.get();
        client = Clients.of(redis.server());
        steps = Steps.on(client);
        queue = steps.queue();
    }

    @AfterEach
    void stop() {
        if (redis != null) {
            client.shutdown();
            redis.close();
        }
    }

    @Test
    void isBehindUntilItHasCaughtUp() {
        steps.sendDue("a");
        assertThat(queue.clockBehind()).isZero();

        redis.set(HOUR.negated());
        queue.poll(0);
        assertThat(queue.clockBehind()).isBetween(NEARLY_AN_HOUR, HOUR);

        redis.set(Duration.ZERO);
        queue.poll(0);
        assertThat(queue.clockBehind()).isZero();
    }

    @Test
    void aClaimNoticesIt() {
        steps.sendDue("a");
        redis.set(HOUR.negated());

        assertThat(steps.claim().messages()).isEmpty();

        assertThat(queue.clockBehind()).isBetween(NEARLY_AN_HOUR, HOUR);
    }

    /** An application that only asks notices it too. */
    @Test
    void countsNoticeItAndSayHowLongMessagesWaitByTheTimeThatHadPassed() {
        steps.sendDue("a");
        queue.counts(Steps.TOPIC);
        redis.set(HOUR.negated());
        queue.counts(Steps.TOPIC);
        assertThat(queue.clockBehind()).isBetween(NEARLY_AN_HOUR, HOUR);

        Steps.awaiting().until(() -> queue.counts(Steps.TOPIC).oldestOverdue().compareTo(Duration.ofMillis(200)) >= 0);

        // It never heard of another time.
        DelayQueueMessage other = Steps.on(client, steps.service(), 1).queue();
        assertThat(other.counts(Steps.TOPIC).oldestOverdue()).isZero();
    }

    @Test
    void aMessageOfTheFutureIsNotOverdue() {
        steps.send("later");
        queue.schedule(
                List.of(Steps.message("much later").delay(HOUR.multipliedBy(3)).build()));
        redis.set(HOUR.negated());
        queue.poll(0);

        assertThat(queue.counts(Steps.TOPIC).oldestOverdue()).isZero();
    }
}
