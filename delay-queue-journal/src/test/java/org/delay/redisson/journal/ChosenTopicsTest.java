package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only some topics are recorded. */
class ChosenTopicsTest extends JournalFixture {

    private App some() {
        return app(
                database(Databases.H2, 4),
                JournalSettings.DEFAULTS.withTopics(ChosenTopics.of(List.of(TOPIC, "mail-*"))));
    }

    private static OutgoingMessage to(String topic, String id) {
        return OutgoingMessage.to(topic).id(id).body("text").delay(LATER).build();
    }

    private static boolean isRecorded(App app, String topic, String id) {
        return app.journal().operations().find(topic, id).isPresent();
    }

    @Test
    void aPatternIsATopicOrABeginning() {
        ChosenTopics topics = ChosenTopics.of(List.of("orders", "mail-*"));

        assertThat(topics.contains("orders")).isTrue();
        assertThat(topics.contains("orders-2")).isFalse();
        assertThat(topics.contains("mail-eu")).isTrue();
        assertThat(topics.contains("mail")).isFalse();
        assertThat(ChosenTopics.ALL.contains("any")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no topic", "*-eu", "a*b", "a**"})
    void anythingElseIsRefused(String pattern) {
        assertThatIllegalArgumentException().isThrownBy(() -> ChosenTopics.of(List.of(pattern)));
        assertThatIllegalArgumentException().isThrownBy(() -> ChosenTopics.of(List.of()));
    }

    @Test
    void othersGoToRedisOnly() {
        App app = some().started();
        app.queue().schedule(List.of(to("other", "a")));
        app.queue().schedule(List.of(to("mail-eu", "a")));

        assertThat(isRecorded(app, "other", "a")).isFalse();
        assertThat(isRecorded(app, "mail-eu", "a")).isTrue();
        assertThat(app.queue().reschedule("other", "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(app.queue().cancel("other", "a")).isEqualTo(CancelResult.CANCELLED);
        assertThat(app.redis().counts("other").due()).isZero();
    }

    /** Also in a transaction that the journal would not join. */
    @Test
    void othersAreSentAtOnceInATransaction() {
        App app = some();
        app.inTransaction(status -> {
            List<Receipt> receipts = app.queue().schedule(List.of(to("other", "a"), to(TOPIC, "b"), to("other", "c")));
            assertThat(receipts)
                    .extracting(Receipt::id, Receipt::outcome)
                    .containsExactly(
                            tuple("a", Outcome.SCHEDULED), tuple("b", Outcome.RECORDED), tuple("c", Outcome.SCHEDULED));
            status.setRollbackOnly();
        });

        assertThat(app.redis().counts("other").due()).isEqualTo(2);
        assertThat(isRecorded(app, TOPIC, "b")).isFalse();
    }

    @Test
    void aMixedSendTellsWhatFailed() {
        App app = some();
        app.queue().schedule(List.of(to("other", "a"), to(TOPIC, "b")));
        OutgoingMessage again = OutgoingMessage.to("other")
                .id("a")
                .body("text")
                .delay(LATER)
                .onDuplicate(OnDuplicate.REJECT)
                .build();

        assertThatThrownBy(() -> app.queue().schedule(List.of(again, to(TOPIC, "c"))))
                .isInstanceOfSatisfying(PartlySent.class, partly -> {
                    assertThat(partly.receipts()).extracting(Receipt::id).containsExactly("c");
                    assertThat(partly.failures()).hasSize(1);
                });
    }

    @Test
    void aDuplicateThatIsRecordedDoesNotStopTheRestOfAMixedSend() {
        App app = some();
        app.queue().schedule(List.of(to(TOPIC, "a")));
        OutgoingMessage again = OutgoingMessage.to(TOPIC)
                .id("a")
                .body("text")
                .delay(LATER)
                .onDuplicate(OnDuplicate.REJECT)
                .build();

        assertThatThrownBy(() -> app.queue().schedule(List.of(again, to("other", "b"))))
                .isInstanceOfSatisfying(PartlySent.class, partly -> {
                    assertThat(partly.receipts()).extracting(Receipt::id).containsExactly("b");
                    assertThat(partly.failures()).hasSize(1);
                });
    }

    /** Nothing may come back that was cancelled in Redis alone. */
    @Test
    void aRestoreLeavesTopicsAloneThatAreNotChosenAnyMore() {
        var database = database(Databases.H2, 4);
        App before = app(database, JournalSettings.DEFAULTS);
        before.queue().schedule(List.of(to("other", "a")));
        App after = app(database, JournalSettings.DEFAULTS.withTopics(ChosenTopics.of(List.of(TOPIC))));
        assertThat(after.queue().cancel("other", "a")).isEqualTo(CancelResult.CANCELLED);

        RestoreReport report = after.journal().operations().restore(RestoreRequest.ALL, progress -> {});

        assertThat(report.missing()).isZero();
        assertThat(after.redis().counts("other").due()).isZero();
    }

    @Test
    void endsAreRecordedWhereverThereIsARow() {
        var database = database(Databases.H2, 4);
        App before = app(database, JournalSettings.DEFAULTS);
        before.queue()
                .schedule(List.of(OutgoingMessage.to("other")
                        .id("a")
                        .body("text")
                        .delay(Duration.ZERO)
                        .build()));
        App after = app(database, JournalSettings.DEFAULTS.withTopics(ChosenTopics.of(List.of(TOPIC))));

        ClaimResult claim = after.queue()
                .claim(new ClaimRequest(
                        0, "other", new ClaimId("claimer", 1), Duration.ofSeconds(30), new ClaimLimit(100, 1L << 30)));
        assertThat(after.queue().ack(claim.lease(), List.of("a"))).isEmpty();

        assertThat(after.journal()
                        .operations()
                        .find("other", "a")
                        .orElseThrow()
                        .row()
                        .version()
                        .state())
                .isEqualTo(MessageState.DELIVERED);
    }
}
