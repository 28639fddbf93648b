package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.junit.jupiter.api.Test;

/** No client claims messages of a paused topic. Nothing is lost or counted, and claims go on after a resume. */
abstract class PauseContract extends PauseFixture {

    @Test
    void nothingOfAPausedTopicIsClaimed() {
        sendDue("before");

        queue.pause(TOPIC);
        sendDue("after");

        assertThat(claimed()).isEmpty();
        assertCounts(2, 0, 0);
    }

    @Test
    void allThatBecameDueIsClaimedAfterTheResumeWithNothingCounted() {
        queue.pause(TOPIC);
        Receipt receipt = sendDue("a");
        assertThat(claimed()).isEmpty();

        queue.resume(TOPIC);

        LeasedMessage held = claim("a");
        assertThat(held.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(held.claimed().leaseExpirations()).isZero();
        assertThat(ack(held)).isEmpty();
        assertGone("a");
    }

    @Test
    void nothingIsEarlyAfterTheResume() {
        queue.pause(TOPIC);
        send(message("later"));
        queue.resume(TOPIC);

        assertThat(claimed()).isEmpty();
        assertThat(queue.poll(home("later")).due()).isEmpty();
        assertThat(queue.poll(home("later")).next())
                .isEqualTo(stored("later").at().toEpochMilli());
    }

    @Test
    void otherTopicsGoOn() {
        queue.pause(TOPIC);
        sendDue("a");
        sendDue(message("other", "a"));

        assertThat(claimer().claimFromAll("other"))
                .extracting(LeasedMessage::id)
                .containsExactly("a");
        assertThat(claimed()).isEmpty();
    }

    @Test
    void itHoldsForEveryClient() throws Exception {
        DelayQueueMessage other = open();
        send(message("a"));
        other.counts(TOPIC);

        queue.pause(TOPIC);

        assertThat(other.paused()).containsExactly(TOPIC);
        other.schedule(List.of(message("b").delay(Duration.ZERO).build()));
        passTime(Duration.ofMillis(2));
        assertThat(claimed(other)).isEmpty();
        assertThat(claimed(open())).isEmpty();

        other.resume(TOPIC);

        assertThat(queue.paused()).isEmpty();
        assertThat(claimed()).containsExactly("b");
    }

    @Test
    void pausingTwiceIsPausingOnce() {
        queue.pause(TOPIC);
        queue.pause(TOPIC);
        queue.pause("other");
        assertThat(queue.paused()).containsExactlyInAnyOrder(TOPIC, "other");

        queue.resume(TOPIC);
        queue.resume(TOPIC);
        queue.resume("never-paused");
        assertThat(queue.paused()).containsExactly("other");
        sendDue("a");

        assertThat(claimed()).containsExactly("a");
    }

    /** Else workers would poll the topic again and again for nothing. */
    @Test
    void aPausedTopicIsNotSaidToBeDue() {
        sendDue("a");
        queue.pause(TOPIC);
        sendDue(message("b").priority(9));
        claimed();

        for (int shard = 0; shard < queue.shards(); shard++) {
            assertThat(queue.poll(shard).due()).isEmpty();
            assertThat(queue.poll(shard).next()).isNull();
        }
    }

    @Test
    void messagesCanBeChangedMeanwhile() {
        dead("dead");
        dead("deleted");
        queue.pause(TOPIC);

        assertThat(sendDue("a").outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(sendDue("a").outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(queue.reschedule(TOPIC, "a", Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(queue.redrive(TOPIC, "dead")).isEqualTo(RedriveResult.SCHEDULED);
        queue.delete(TOPIC, "deleted");
        sendDue("b");
        assertThat(queue.cancel(TOPIC, "b")).isEqualTo(CancelResult.CANCELLED);
        passTime(Duration.ofMillis(2));

        assertThat(claimed()).isEmpty();
        assertCounts(2, 0, 0);

        queue.resume(TOPIC);

        assertThat(claimed()).containsExactlyInAnyOrder("a", "dead");
    }

    @Test
    void theResumeWakesWhoeverWaits() {
        sendDue("a");
        queue.pause(TOPIC);
        WakeUps wakeUps = new WakeUps();
        try (Subscription subscription = queue.subscribe(wakeUps)) {
            awaiting().until(() -> wakeUps.subscriptions() > 0);

            queue.resume(TOPIC);

            awaiting().until(() -> !wakeUps.heardOf(TOPIC).isEmpty());
            assertThat(wakeUps.heardOf(TOPIC).get(0).shard()).isEqualTo(home("a"));
            assertThat(queue.poll(home("a")).due()).containsExactly(TOPIC);
        }
    }

    @Test
    void receivingWaitsForTheResume() throws Exception {
        queue.pause(TOPIC);
        sendDue("a");
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            CompletableFuture<String> received = CompletableFuture.supplyAsync(this::receive, thread);
            sendDue(message("other", "b"));
            assertThat(queue.getDelayQueue("other")).isEqualTo("body of b");
            assertThat(received).isNotDone();
            assertCounts(1, 0, 0);

            queue.resume(TOPIC);

            assertThat(received.get()).isEqualTo("body of a");
        } finally {
            thread.shutdownNow();
        }
    }

    private String receive() {
        try {
            return queue.getDelayQueue(TOPIC);
        } catch (InterruptedException e) {
            throw new AssertionError("Interrupted", e);
        }
    }

    @Test
    void neitherRepairNorDeferralEndsIt() {
        sendDue("a");
        queue.pause(TOPIC);
        queue.repair(List.of(TOPIC, "other"));
        queue.defer(home("a"), TOPIC, Duration.ZERO);
        passTime(Duration.ofMillis(2));

        assertThat(queue.poll(home("a")).due()).isEmpty();
        assertThat(claimed()).isEmpty();
    }

    @Test
    void whatWaitsInAPauseIsOverdue() {
        queue.pause(TOPIC);
        sendDue("a");
        passTime(Duration.ofMillis(20));

        assertThat(queue.counts(TOPIC).oldestOverdue()).isGreaterThanOrEqualTo(Duration.ofMillis(19));
    }
}
