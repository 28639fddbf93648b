package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.RedriveResult;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.Subscription;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.junit.jupiter.api.Test;

/** Of a paused topic nothing is claimed, by whomever; nothing is lost or counted either, and it goes on when it is resumed. */
abstract class PauseContract extends ContractFixture {

    private static final int MORE = 8;

    private List<String> claimed() {
        return claimed(queue);
    }

    private static List<String> claimed(DelayQueueMessage client) {
        return new ClaimingThread(client)
                .claimFromAll(TOPIC).stream().map(LeasedMessage::id).toList();
    }

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

    /** A topic that gives nothing is not to be looked at all the time. */
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
    void whatIsBeingDeliveredEndsAsUsual() {
        LeasedMessage acked = leased("acked");
        LeasedMessage retried = leased("retried");
        LeasedMessage handedBack = leased("handed back");
        LeasedMessage buried = leased("buried");
        LeasedMessage renewed = leased("renewed");
        queue.pause(TOPIC);

        assertThat(ack(acked)).isEmpty();
        assertThat(retry(retried, Duration.ZERO, false)).isEmpty();
        assertThat(release(handedBack, Duration.ZERO, false)).isEmpty();
        assertThat(bury(buried, "no use")).isEmpty();
        assertThat(renew(renewed, LATER)).isEmpty();
        passTime(Duration.ofMillis(2));

        assertThat(claimed()).isEmpty();
        assertCounts(2, 1, 1);

        queue.resume(TOPIC);

        assertThat(claimed()).containsExactlyInAnyOrder("retried", "handed back");
    }

    @Test
    void aLeaseThatRanOutWaitsToo() {
        expired("a");
        queue.pause(TOPIC);
        assertThat(claimed()).isEmpty();
        assertThat(stored("a").leaseExpirations()).isZero();

        queue.resume(TOPIC);

        assertThat(claim("a").claimed().leaseExpirations()).isEqualTo(1);
    }

    @Test
    void aClaimOfBeforeCanBeRepeated() {
        sendDue("a");
        ClaimingThread claimer = claimer();
        Claim claim = claimer.claim(home("a"), TOPIC);
        queue.pause(TOPIC);

        Claim again = claimer.repeat(home("a"), TOPIC);

        assertThat(again.messages())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(CLAIM_TIME)
                .containsExactlyElementsOf(claim.messages());
        assertThat(queue.ack(again.lease(), List.of("a"))).isEmpty();
    }

    /** Nobody waits for it: what it claimed would wait for the end of its lease. */
    @Test
    void aClaimOfThePauseGivesNothingWhenItComesAgainLate() {
        sendDue("a");
        queue.pause(TOPIC);
        ClaimingThread claimer = claimer();
        assertThat(claimer.claim(home("a"), TOPIC).messages()).isEmpty();
        queue.resume(TOPIC);

        assertThat(claimer.repeat(home("a"), TOPIC).messages()).isEmpty();
        assertThat(LeasedMessage.ids(claimer.claim(home("a"), TOPIC))).containsExactly("a");
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
    void neitherMendingNorDeferringEndsIt() {
        sendDue("a");
        queue.pause(TOPIC);
        queue.repair(List.of(TOPIC, "other"));
        queue.defer(home("a"), TOPIC, Duration.ZERO);
        passTime(Duration.ofMillis(2));

        assertThat(queue.poll(home("a")).due()).isEmpty();
        assertThat(claimed()).isEmpty();
    }

    @Test
    void itHoldsForShardsThatComeLater() throws Exception {
        queue.pause(TOPIC);
        queue.changeShards(shards() + MORE);
        List<String> ids =
                IntStream.range(0, 50).mapToObj(i -> sendDue("a" + i).id()).toList();

        assertThat(claimed()).isEmpty();
        assertThat(claimed(open())).isEmpty();

        queue.resume(TOPIC);

        assertThat(claimed()).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void itHoldsWhileTheNumberOfShardsChanges() throws Exception {
        DelayQueueMessage other = open();
        other.counts(TOPIC);
        for (int round = 0; round < 5; round++) {
            int shards = queue.shards() + 2;
            CompletableFuture<Void> change = CompletableFuture.runAsync(() -> other.changeShards(shards), THREADS);
            queue.pause(TOPIC);
            change.join();
            sendOneToEachShard(round, shards);
            assertThat(claimed()).isEmpty();

            CompletableFuture<Void> back = CompletableFuture.runAsync(() -> other.changeShards(shards - 1), THREADS);
            queue.resume(TOPIC);
            back.join();
            assertThat(claimed(other)).hasSize(shards);
        }
    }

    private void sendOneToEachShard(int round, int shards) {
        Receipt last = null;
        for (int shard = 0; shard < shards; shard++) {
            int wanted = shard;
            String id = IntStream.iterate(0, i -> i + 1)
                    .mapToObj(i -> round + "-" + i)
                    .filter(each -> home(each, shards) == wanted)
                    .findFirst()
                    .orElseThrow();
            last = send(message(id).delay(Duration.ZERO));
        }
        passUntil(last == null ? Instant.EPOCH : last.dueTime());
    }

    /** Whoever came last is right, in every shard. */
    @Test
    void pausesAndResumesAtOnceLeaveOneAnswer() throws Exception {
        DelayQueueMessage other = open();
        sendDue("a");
        for (int round = 0; round < 25; round++) {
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (DelayQueueMessage client : List.of(queue, other)) {
                calls.add(CompletableFuture.runAsync(() -> client.pause(TOPIC), THREADS));
                calls.add(CompletableFuture.runAsync(() -> client.resume(TOPIC), THREADS));
            }
            calls.forEach(CompletableFuture::join);

            boolean paused = queue.paused().contains(TOPIC);
            List<LeasedMessage> held = claimer().claimFromAll(TOPIC);
            assertThat(held).hasSize(paused ? 0 : 1);
            held.forEach(each -> release(each, Duration.ZERO, false));
        }
    }

    /** Housekeeping may mend at any moment, in any instance. */
    @Test
    void repairingBesideAPauseDoesNotEndIt() throws Exception {
        DelayQueueMessage other = open();
        sendDue("a");
        AtomicBoolean over = new AtomicBoolean();
        Runnable repairs = () -> {
            while (!over.get()) {
                other.repair(List.of(TOPIC));
            }
        };
        CompletableFuture<Void> repairing = CompletableFuture.runAsync(repairs, THREADS);
        try {
            for (int round = 0; round < 200; round++) {
                queue.resume(TOPIC);
                queue.pause(TOPIC);

                assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
                assertThat(claimer().claimFromAll(TOPIC)).isEmpty();
            }
        } finally {
            over.set(true);
            repairing.join();
        }
    }

    @Test
    void whatWaitsInAPauseIsOverdue() {
        queue.pause(TOPIC);
        sendDue("a");
        passTime(Duration.ofMillis(20));

        assertThat(queue.counts(TOPIC).oldestOverdue()).isGreaterThanOrEqualTo(Duration.ofMillis(19));
    }
}
