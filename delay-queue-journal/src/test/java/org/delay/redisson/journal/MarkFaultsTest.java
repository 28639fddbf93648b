package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** An instance dies between two steps of a mark, an answer is lost, a clock jumps: no loss is invented. */
@Execution(ExecutionMode.CONCURRENT)
class MarkFaultsTest extends MarksFixture {

    @Test
    void aProcessDiesBetweenTheTwoStepsOfAMark() {
        App doomed = faulty();
        send(doomed, "kept-", 10);
        awaitMarkAbove(doomed, 1);
        faults.diesAt("raiseMark", true);
        await().atMost(LONG).until(faults::isDead);
        App survivor = app(database).started();
        long mark = mark(survivor).mark();

        awaitMarkAbove(survivor, mark + 1);
        await().atMost(LONG).until(() -> mark(survivor).lostFrom() == null);

        assertThat(survivor.journal().operations().status().restored()).isZero();
        assertThat(survivor.journal().operations().status().waitingShards()).isZero();
        assertThat(survivor.redis().counts(TOPIC).due()).isEqualTo(10);
    }

    @Test
    void anAnswerIsLost() {
        App app = faulty();
        send(app, "kept-", 10);
        awaitMarkAbove(app, 1);
        for (boolean before : new boolean[] {true, false}) {
            faults.failsOnce("raiseMark", before);
            send(app, "marked-" + before, 1);
            await().atMost(LONG).until(faults::hasFailed);
            send(app, "marked-later-" + before, 1);
            awaitMarkAbove(app, mark(app).mark() + 1);
        }

        assertThat(app.journal().operations().status().losses()).isZero();
        assertThat(mark(app).lostFrom()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"-86400000", "86400000"})
    void theDatabasesClockJumps(long millis) {
        App app = faulty();
        send(app, "kept-", 10);
        awaitMarkAbove(app, 1);

        new JdbcTemplate(database).update("UPDATE delay_shard SET marked_at = marked_at + " + millis);

        send(app, "later-", 1);
        awaitMarkAbove(app, mark(app).mark());
        send(app, "last-", 1);
        awaitMarkAbove(app, mark(app).mark() + 1);
        assertThat(app.journal().operations().status().losses()).isZero();
    }
}
