package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What is recorded of deliveries, and what is recognised before one. */
@Execution(ExecutionMode.CONCURRENT)
class DeliveryTest extends DeliveryFixture {

    @Test
    void anAckIsRecorded() {
        app.send("a", Duration.ZERO);
        ClaimResult claim = claimOne("a");
        assertThat(app.queue().ack(claim.lease(), List.of("a"))).isEmpty();

        awaitState("a", MessageState.DELIVERED);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(history("a"))
                        .contains(Change.SENT, Change.DELIVERED)
                        .doesNotContain(Change.DROPPED));
        assertThat(app.isInRedis("a")).isFalse();
    }

    /** As after a restore of an older snapshot of Redis. */
    @Test
    void whatWasDeliveredIsNotDeliveredAgain() {
        OutgoingMessage message = message("a", Duration.ZERO);
        app.producer().sendMessage(message);
        ClaimResult claim = claimOne("a");
        Claimed claimed = claim.messages().get(0);
        app.queue().ack(claim.lease(), List.of("a"));

        revisions().relay(List.of(revisions().prepare(message).at(claimed.revision())));
        assertThat(app.isInRedis("a")).isTrue();

        await().atMost(LONG).until(() -> claim().messages().isEmpty() && !app.isInRedis("a"));
        assertThat(history("a")).contains(Change.DROPPED);
        assertThat(app.journal().operations().status().dropped()).isPositive();
    }

    @Test
    void whatWasCancelledIsNotDelivered() {
        OutgoingMessage message = message("a", Duration.ZERO);
        app.send("a", LATER);
        long revision = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        app.queue().cancel(TOPIC, "a");

        revisions().relay(List.of(revisions().prepare(message).at(revision)));

        // It may be due some milliseconds later.
        await().atMost(LONG).untilAsserted(() -> {
            assertThat(claim().messages()).isEmpty();
            assertThat(app.isInRedis("a")).isFalse();
        });
    }

    @Test
    void anOlderRevisionIsReplacedByTheNewerOne() {
        giveOutAnOlderRevision();

        awaitNewer();
    }

    /** The older one is let pass if the database does not answer in time, and is looked at again when it is claimed again. */
    private void awaitNewer() {
        await().atMost(LONG)
                .until(() -> claim().messages().stream()
                        .anyMatch(claimed -> "newer".equals(claimed.message().body())));
    }

    @Test
    void theNewerOneIsNotForgottenIfATransactionThatHeldItIsRolledBack() throws Exception {
        giveOutAnOlderRevision();

        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeUpdate("update delay_message set priority = 3 where id = 'a'");
            var unused = claim();
            other.rollback();
        }
        awaitNewer();
    }

    private void giveOutAnOlderRevision() {
        OutgoingMessage old = message("a", Duration.ZERO);
        app.producer().sendMessage(message("a", LATER));
        long first = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("newer")
                        .delay(Duration.ZERO)
                        .build());
        long second = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        revisions().cancel(List.of(new MessageRevision(TOPIC, "a", second)));
        revisions().relay(List.of(revisions().prepare(old).at(first)));
    }

    @Test
    void whatTheJournalDoesNotKnowIsDelivered() {
        app.redis().schedule(List.of(message("bare", Duration.ZERO)));
        assertThat(app.queue().ack(claimOne("bare").lease(), List.of("bare"))).isEmpty();
        await().atMost(LONG).until(() -> {
            deliverWithoutRow("no-row-" + number);
            return app.journal().operations().status().unknown() == 1;
        });
    }

    /** It is not counted if the database does not answer in time. */
    private void deliverWithoutRow(String id) {
        revisions()
                .relay(List.of(revisions().prepare(message(id, Duration.ZERO)).at(7)));
        assertThat(app.queue().ack(claimOne(id).lease(), List.of(id))).isEmpty();
    }

    @Test
    void deadLettersAreRecordedAndRedriven() {
        app.send("a", Duration.ZERO);
        ClaimResult claim = claimOne("a");
        app.queue().bury(claim.lease(), List.of(new GivenUp("a", "broken", false, true)));
        awaitState("a", MessageState.DEAD);

        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);

        awaitState("a", MessageState.WAITING);
        ClaimResult again = claimOne("a");
        app.queue().ack(again.lease(), List.of("a"));
        awaitState("a", MessageState.DELIVERED);
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.NOT_FOUND);
    }

    /** Its id was used again, so the row tells of another message. */
    @Test
    void anOlderDeadLetterIsRedriven() {
        app.send("a", Duration.ZERO);
        app.queue().bury(claimOne("a").lease(), List.of(new GivenUp("a", "broken", false, true)));
        app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("second")
                        .delay(Duration.ZERO)
                        .build());
        app.queue().ack(claimOne("a").lease(), List.of("a"));

        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);

        assertThat(claimOne("a").messages().get(0).message().body()).isEqualTo("body of a");
        assertThat(app.redis().counts(TOPIC).dead()).isZero();
    }

    @Test
    void theTimeToLiveIsRecordedAsSuch() {
        app.producer()
                .sendMessage(OutgoingMessage.to(TOPIC)
                        .id("a")
                        .body("x")
                        .delay(Duration.ZERO)
                        .timeToLive(Duration.ofMillis(1))
                        .build());
        Instant past = app.redis().find(TOPIC, "a").orElseThrow().at().plusMillis(20);
        await().atMost(LONG)
                .until(() -> revisions()
                        .prepare(message("x", Duration.ZERO))
                        .dueTime()
                        .isAfter(past));
        ClaimResult claim = claimOne("a");
        app.queue().ack(claim.lease(), List.of("a"));
        awaitState("a", MessageState.EXPIRED);
    }

    @Test
    void aWorkerDoesNotWaitForABusinessTransaction() throws Exception {
        app.send("a", Duration.ZERO);
        app.send("b", Duration.ZERO);
        await().atMost(LONG).until(() -> app.journal().operations().backlog().pending() == 0);
        List<String> claimed = new ArrayList<>();
        ClaimResult claim = claim();
        claimed.addAll(ids(claim));
        assertThat(claimed).containsExactlyInAnyOrder("a", "b");
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeUpdate("update delay_message set priority = 3 where id = 'a'");
            app.queue().ack(claim.lease(), claimed);
            assertThat(app.isInRedis("a")).isFalse();
            awaitState("b", MessageState.DELIVERED);
            await().atMost(LONG).until(() -> app.journal().operations().status().unrecorded() == 1);
            other.rollback();
        }
        awaitState("a", MessageState.DELIVERED);
    }

    /** As if the application had died before it told Redis. */
    @Test
    void aDeadLetterThatRedisDoesNotKnowOfIsNotForgotten() {
        app.send("a", Duration.ZERO);
        ClaimResult claim = claimOne("a");
        long revision = app.store().versions(List.of(key("a"))).get(key("a")).revision();
        Ending dead =
                new Ending(new org.delay.redisson.journal.store.MessageRevision(key("a"), revision), MessageState.DEAD);
        app.inTransaction(status -> assertThat(app.store().end(List.of(dead))).containsValue(EndResult.RECORDED));
        app.redis().release(claim.lease(), List.of("a"), Duration.ZERO, false);

        await().atMost(LONG).untilAsserted(() -> {
            assertThat(claim().messages()).isEmpty();
            assertThat(app.redis().counts(TOPIC).dead()).isOne();
        });
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(claimOne("a").messages().get(0).message().body()).isEqualTo("body of a");
    }
}
