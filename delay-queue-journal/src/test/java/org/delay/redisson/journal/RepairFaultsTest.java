package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.delay.redisson.journal.store.ShardMark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** An instance dies at any step of a repair: nothing is lost. */
@Execution(ExecutionMode.CONCURRENT)
class RepairFaultsTest extends MarksFixture {

    /** The step of the last column is that of a process which dies before or after this call. */
    @ParameterizedTest
    @CsvSource({
        "mark, false",
        "lost, false",
        "raiseMark, true",
        "raiseMark, false",
        "takeLoss, false",
        "relay, true",
        "relay, false",
        "relayed, true",
        "keepLoss, true"
    })
    void aProcessDiesWhileItRepairs(String call, boolean before) {
        App doomed = faulty();
        send(doomed, "kept-", 10);
        awaitMarkAbove(doomed, 1);
        assertThat(new RedisConsole(redis).call("SAVE")).isEqualTo("+OK");
        send(doomed, "tail-", 30);
        await().atMost(LONG).until(() -> doomed.store().backlog().pending() == 0);
        redis.kill();
        faults.diesAt(call, before);
        redis.restart();
        await().atMost(LONG).until(faults::isDead);

        // A lease of a minute ago.
        new JdbcTemplate(database).update("UPDATE delay_shard SET repair_at = 0, marked_at = marked_at - 60000");
        App survivor = app(database).started();

        await().atMost(LONG).until(() -> survivor.redis().counts(TOPIC).due() == 40);
    }

    /** Not when the lease of the look that failed has ended, nor when all confirmations are certainly written. */
    @Test
    void afterAFailureAndAfterTheFirstLookTheNextOneIsSoon() {
        App app = faulty();
        send(app, "kept-", 10);
        awaitMarkAbove(app, 1);
        assertThat(new RedisConsole(redis).call("SAVE")).isEqualTo("+OK");
        send(app, "tail-", 30);
        await().atMost(LONG).until(() -> app.store().backlog().pending() == 0);
        redis.kill();
        faults.failsOnce("locate", true);
        redis.restart();

        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).due() == 40);

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(faults.arguments("keepLoss"))
                        .startsWith(
                                List.of(0, LossRepair.SOON),
                                List.of(0, LossRepair.LEASE),
                                List.of(0, LossRepair.SOON)));
    }

    /** Redis has lost what it took just before, and its confirmation comes after the loss is recorded. */
    @Test
    void whatIsNotConfirmedIsSentAgainBeforeTheSweepLooksForIt() {
        App app = app(database);
        send(app, "tail-", 10);
        app.inTransaction(status -> {
            var unused = app.store().lost(ShardMark.unraised(0), "another", 0);
        });
        assertThat(new RedisConsole(redis).call("FLUSHALL")).isEqualTo("+OK");
        new JdbcTemplate(database).update("UPDATE delay_message SET look_at = look_at + " + LATER.toMillis());

        app.started();

        await().atMost(LONG).until(() -> app.redis().counts(TOPIC).due() == 10);
        await().atMost(LONG).until(() -> app.store().backlog().pending() == 0);
    }
}
