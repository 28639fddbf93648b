package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** The server does what it is told, and its answer is lost; then the call is made again. */
class LostAnswersTest {

    private static RedisServer server;
    private static Proxy proxy;
    private static RedissonClient client;
    private static RedissonClient direct;

    /** Answered in any case. */
    private Steps steps;

    /** The same service, by the network that loses answers. */
    private Steps lossy;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        proxy = Proxy.to(server);
        // Whole scripts, so that the first call of each does something too.
        client = Clients.withoutScriptCache(proxy.uri());
        direct = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        direct.shutdown();
        proxy.close();
        server.close();
    }

    @BeforeEach
    void open() {
        steps = Steps.on(direct);
        lossy = Steps.on(client, steps.service(), 1);
        lossy.sendAtLast("registers the topic");
        steps.queue().cancel(TOPIC, "registers the topic");
    }

    /** Returns when the client has connected again. */
    @AfterEach
    void passOn() {
        proxy.passOn();
        Steps.awaiting()
                .ignoreExceptions()
                .until(() -> IntStream.range(0, 8)
                        .allMatch(i -> lossy.queue().poll(0).now() > 0));
    }

    private interface Call {
        void of(Steps lossy);
    }

    private OutcomeUnknown unanswered(Call call) {
        proxy.loseAnswers();
        // The client may lose a connection first, and make no other.
        OutcomeUnknown unknown =
                Steps.awaiting().ignoreException(Refused.class).until(() -> unknownOf(call), Objects::nonNull);
        passOn();
        return unknown;
    }

    private @Nullable OutcomeUnknown unknownOf(Call call) {
        try {
            call.of(lossy);
            return null;
        } catch (OutcomeUnknown e) {
            return e;
        }
    }

    private void assertCounts(long due, long leased, long dead) {
        assertThat(steps.queue().counts(TOPIC)).isEqualTo(new Counts(due, leased, dead, Duration.ZERO));
    }

    @Test
    void aSendSaysThatItsOutcomeIsUnknownAndUnderWhichId() {
        OutcomeUnknown unknown = unanswered(lossy -> lossy.send("a"));

        assertThat(unknown.topic()).isEqualTo(TOPIC);
        assertThat(unknown.ids()).containsExactly("a");
        assertThat(unknown).hasMessageContainingAll("unknown", TOPIC, "id a");
        assertThat(steps.send("a").outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(steps.send(message("a").onDuplicate(OnDuplicate.KEEP)).outcome())
                .isEqualTo(Outcome.KEPT);
        assertCounts(1, 0, 0);
    }

    @Test
    void aSendWithAGeneratedIdIsRepeatedAndThereOnce() {
        proxy.loseAnswers();
        CompletableFuture<List<Receipt>> send = sendGenerated();
        awaitStored();
        proxy.passOn();

        Receipt receipt = send.join().get(0);

        assertThat(receipt.outcome()).isEqualTo(Outcome.SCHEDULED);
        assertCounts(1, 0, 0);
        assertThat(steps.queue().find(TOPIC, receipt.id())).isPresent();
    }

    @Test
    void aSendWithAGeneratedIdThatHasNoAnswerAtAllSaysSo() {
        OutcomeUnknown unknown = unanswered(lossy -> ScriptRunner.await(sendGenerated(), TOPIC, List.of()));

        assertThat(unknown.ids()).hasSize(1);
        assertCounts(1, 0, 0);
        assertThat(steps.queue().find(TOPIC, unknown.ids().get(0))).isPresent();
    }

    /** The first try's message may be on its way already: the second must not bring it back. */
    @Test
    void aSendThatIsRepeatedKeepsWhatTheFirstTryStored() {
        proxy.loseAnswers();
        CompletableFuture<List<Receipt>> send = lossy.queue()
                .scheduleAsync(List.of(
                        OutgoingMessage.to(TOPIC).body("b").delay(Duration.ZERO).build()));
        awaitStored();
        Steps.awaiting().until(() -> steps.claim().messages().size() == 1);
        proxy.passOn();

        assertThat(send.join().get(0).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertCounts(0, 1, 0);
    }

    /** Nothing tells a message that is settled from one that was never stored: at least once, by the receipt's due time. */
    @Test
    void aSendThatIsRepeatedAfterItsDeliveryIsThereAgainAsItsReceiptSays() {
        proxy.loseAnswers();
        CompletableFuture<List<Receipt>> send = lossy.queue()
                .scheduleAsync(List.of(
                        OutgoingMessage.to(TOPIC).body("b").delay(Duration.ZERO).build()));
        awaitStored();
        ClaimResult first =
                Steps.awaiting().until(steps::claim, claim -> claim.messages().size() == 1);
        String id = Steps.ids(first).iterator().next();
        steps.ack(first.lease(), id);
        proxy.passOn();

        Receipt receipt = send.join().get(0);

        assertThat(receipt.id()).isEqualTo(id);
        ClaimResult again =
                Steps.awaiting().until(steps::claim, claim -> claim.messages().size() == 1);
        assertThat(Steps.ids(again)).containsExactly(id);
        assertThat(again.messages().get(0).message().dueTime())
                .isEqualTo(receipt.dueTime())
                .isAfter(first.messages().get(0).message().dueTime());
    }

    /** The second try is refused, which says nothing of the first. */
    @Test
    void aRefusalAfterALostAnswerIsNoProofThatNothingWasDone() {
        proxy.loseAnswers();
        CompletableFuture<List<Receipt>> send = sendGenerated();
        awaitStored();
        RedisCli.once(server, "REPLICAOF", "127.0.0.1", "1");
        try {
            proxy.passOn();

            assertThat(send)
                    .failsWithin(Steps.GENEROUS)
                    .withThrowableThat()
                    .withCauseInstanceOf(OutcomeUnknown.class)
                    .withMessageContaining("READONLY");
        } finally {
            RedisCli.once(server, "REPLICAOF", "NO", "ONE");
        }
        assertCounts(1, 0, 0);
    }

    private CompletableFuture<List<Receipt>> sendGenerated() {
        return lossy.queue()
                .scheduleAsync(
                        List.of(OutgoingMessage.to(TOPIC).body("b").delay(LATER).build()));
    }

    private void awaitStored() {
        Steps.awaiting()
                .until(() -> RedisCli.once(server, "HLEN", steps.key("body")).equals(1L));
    }

    @Test
    void aClaimWithTheSameNumberGetsTheSameBatch() {
        steps.sendDue("a", "b");
        unanswered(lossy -> lossy.claim(0, "claimer", 1));
        assertCounts(0, 2, 0);

        ClaimResult again = steps.claim(0, "claimer", 1);

        assertThat(Steps.ids(again)).containsExactlyInAnyOrder("a", "b");
        assertThat(again.messages())
                .allSatisfy(claimed -> assertThat(claimed.message().attempt()).isEqualTo(1));
        assertThat(steps.ack(again.lease(), "a", "b")).isEmpty();
        assertCounts(0, 0, 0);
    }

    @Test
    void aClaimThatComesLateClaimsNothing() {
        unanswered(lossy -> lossy.claim(0, "claimer", 1));
        steps.claim(0, "claimer", 2);
        steps.sendDue("a");

        ClaimResult late = steps.claim(0, "claimer", 1);

        assertThat(late.stale()).isTrue();
        assertThat(late.messages()).isEmpty();
        assertThat(steps.queue().find(TOPIC, "a").orElseThrow().state()).isEqualTo(State.DUE);
    }

    @Test
    void aSettlementIsDoneOnce() {
        Lease lease = steps.leased("acked", "retried", "handed back", "buried", "renewed");
        unanswered(lossy -> lossy.ack(lease, "acked"));
        unanswered(lossy -> lossy.retry(lease, "retried"));
        unanswered(lossy -> lossy.release(lease, "handed back"));
        unanswered(lossy -> lossy.bury(lease, "buried"));
        unanswered(lossy -> lossy.renew(lease, "renewed"));

        assertThat(steps.ack(lease, "acked")).containsExactly("acked");
        assertThat(steps.retry(lease, "retried")).containsExactly("retried");
        assertThat(steps.release(lease, "handed back")).containsExactly("handed back");
        assertThat(steps.bury(lease, "buried")).containsExactly("buried");
        assertThat(steps.renew(lease, "renewed")).isEmpty();

        assertThat(steps.queue().find(TOPIC, "retried").orElseThrow().failures())
                .isEqualTo(1);
        Counts counts = steps.queue().counts(TOPIC);
        assertThat(List.of(counts.due(), counts.leased(), counts.dead())).containsExactly(2L, 1L, 1L);
    }

    @Test
    void aCancelledMessageStaysCancelled() {
        steps.send("a");
        unanswered(lossy -> lossy.queue().cancel(TOPIC, "a"));

        assertThat(steps.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
        assertCounts(0, 0, 0);
    }

    @Test
    void aMessageIsRescheduledAgain() {
        steps.send("a");
        unanswered(lossy -> lossy.queue().reschedule(TOPIC, "a", LATER));

        assertThat(steps.queue().reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertCounts(1, 0, 0);
    }

    @Test
    void aChangeOfShardsIsDoneOnce() {
        unanswered(lossy -> lossy.queue().changeShards(3));

        steps.queue().changeShards(3);

        assertThat(RedisCli.once(server, "LLEN", steps.key("shards"))).isEqualTo(2L);
        assertThat(steps.queue().shards()).isEqualTo(3);
    }

    @Test
    void aSendWhoseConnectionIsCutIsNotReportedAsRefused() {
        proxy.loseAnswers();
        CompletableFuture<Receipt> send = CompletableFuture.supplyAsync(() -> lossy.send("a"), Steps.THREADS);
        awaitStored();
        proxy.cut();
        proxy.passOn();

        assertThat(send).failsWithin(Steps.GENEROUS).withThrowableThat().withCauseInstanceOf(OutcomeUnknown.class);
        assertThat(steps.send("a").outcome()).isEqualTo(Outcome.REPLACED);
    }
}
