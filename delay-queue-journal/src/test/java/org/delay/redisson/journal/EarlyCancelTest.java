package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;

/** A cancel between the commit of a send and its relay. */
class EarlyCancelTest extends JournalFixture {

    private App committed(String id, Duration delay) {
        App app = app(database(Databases.H2, 4));
        app.inTransaction(status -> app.send(id, delay));
        assertThat(app.isInRedis(id)).isFalse();
        return app;
    }

    @Test
    void whatRedisDoesNotHaveYetIsCancelled() {
        App app = committed("a", LATER);

        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);

        assertThat(app.state("a")).isEqualTo(MessageState.CANCELLED);
    }

    @Test
    void whatIsDueSoonMayBeUnderWay() {
        App app = committed("a", Duration.ofSeconds(5));

        assertThat(app.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    /** The row may have been waited for until the message was delivered. */
    @Test
    void aRescheduleOfWhatIsDueSoonMayBeTooLate() {
        App app = committed("a", Duration.ofSeconds(5));

        assertThat(app.queue().reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);
    }

    @Test
    void aRescheduleOfWhatRedisDoesNotHaveYetIsInTime() {
        App app = committed("a", LATER);

        assertThat(app.queue().reschedule(TOPIC, "a", Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);
    }

    @Test
    void aRelayThatComesAfterTheCancelIsUndone() {
        App app = committed("a", LATER);
        JournalRow read = app.store().find(new MessageKey(TOPIC, "a")).orElseThrow();
        app.queue().cancel(TOPIC, "a");
        RevisionedStore redis = app.redis().revisions().orElseThrow();
        RevisionedStore.PreparedMessage message = redis.prepare(message("a", LATER));
        var unused = redis.relay(List.of(message.at(read.version().revision())));
        assertThat(app.isInRedis("a")).isTrue();

        app.started();

        await().atMost(Duration.ofMinutes(1)).until(() -> !app.isInRedis("a"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> app.journal().operations().backlog().pending() == 0);
    }
}
