package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.RedisServer;
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

    private Steps steps;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        proxy = Proxy.to(server);
        // Whole scripts, so that the first call of each does something too.
        client = Clients.withoutScriptCache(proxy.uri());
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        proxy.close();
        server.close();
    }

    @BeforeEach
    void open() {
        steps = Steps.on(client);
        steps.send("registers the topic");
        steps.queue().cancel(TOPIC, "registers the topic");
    }

    /** Returns when the client has connected again. */
    @AfterEach
    void passOn() {
        proxy.passOn();
        Steps.awaiting()
                .ignoreExceptions()
                .until(() -> IntStream.range(0, 8)
                        .allMatch(i -> steps.queue().poll(0).now() > 0));
    }

    private interface Call {
        void make();
    }

    private OutcomeUnknown unanswered(Call call) {
        proxy.loseAnswers();
        OutcomeUnknown unknown = catchThrowableOfType(OutcomeUnknown.class, call::make);
        passOn();
        assertThat(unknown).isNotNull();
        return unknown;
    }

    private void assertCounts(long due, long leased, long dead) {
        assertThat(steps.queue().counts(TOPIC)).isEqualTo(new Counts(due, leased, dead, Duration.ZERO));
    }

    @Test
    void aSendSaysThatItsOutcomeIsUnknownAndUnderWhichId() {
        OutcomeUnknown unknown = unanswered(() -> steps.send("a"));

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
        OutcomeUnknown unknown = unanswered(() -> ScriptRunner.await(sendGenerated(), TOPIC, List.of()));

        assertThat(unknown.ids()).hasSize(1);
        assertCounts(1, 0, 0);
        assertThat(steps.queue().find(TOPIC, unknown.ids().get(0))).isPresent();
    }

    /** The first try's message may be on its way already: the second must not bring it back. */
    @Test
    void aSendThatIsRepeatedKeepsWhatTheFirstTryStored() {
        proxy.loseAnswers();
        CompletableFuture<List<Receipt>> send = steps.queue()
                .scheduleAsync(List.of(
                        OutgoingMessage.to(TOPIC).body("b").delay(Duration.ZERO).build()));
        awaitStored();
        RedissonClient direct = Clients.of(server);
        try {
            Steps dispatcher = Steps.on(direct, steps.service(), 1);
            Steps.awaiting().until(() -> dispatcher.claim().messages().size() == 1);
            proxy.passOn();

            assertThat(send.join().get(0).outcome()).isEqualTo(Outcome.SCHEDULED);
            assertCounts(0, 1, 0);
        } finally {
            direct.shutdown();
        }
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
        return steps.queue()
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
        unanswered(() -> steps.claim(0, "claimer", 1));
        assertCounts(0, 2, 0);

        Claim again = steps.claim(0, "claimer", 1);

        assertThat(Steps.ids(again)).containsExactlyInAnyOrder("a", "b");
        assertThat(again.messages())
                .allSatisfy(claimed -> assertThat(claimed.message().attempt()).isEqualTo(1));
        assertThat(steps.ack(again.lease(), "a", "b")).isEmpty();
        assertCounts(0, 0, 0);
    }

    @Test
    void aClaimThatComesLateClaimsNothing() {
        unanswered(() -> steps.claim(0, "claimer", 1));
        steps.claim(0, "claimer", 2);
        steps.sendDue("a");

        Claim late = steps.claim(0, "claimer", 1);

        assertThat(late.stale()).isTrue();
        assertThat(late.messages()).isEmpty();
        assertThat(steps.queue().find(TOPIC, "a").orElseThrow().state()).isEqualTo(State.DUE);
    }

    @Test
    void aSettlementIsDoneOnce() {
        Lease lease = steps.leased("acked", "retried", "handed back", "buried", "renewed");
        unanswered(() -> steps.ack(lease, "acked"));
        unanswered(() -> steps.retry(lease, "retried"));
        unanswered(() -> steps.release(lease, "handed back"));
        unanswered(() -> steps.bury(lease, "buried"));
        unanswered(() -> steps.renew(lease, "renewed"));

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
        unanswered(() -> steps.queue().cancel(TOPIC, "a"));

        assertThat(steps.queue().cancel(TOPIC, "a")).isEqualTo(CancelResult.NOT_FOUND);
        assertCounts(0, 0, 0);
    }

    @Test
    void aMessageIsRescheduledAgain() {
        steps.send("a");
        unanswered(() -> steps.queue().reschedule(TOPIC, "a", LATER));

        assertThat(steps.queue().reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertCounts(1, 0, 0);
    }

    @Test
    void aChangeOfShardsIsDoneOnce() {
        unanswered(() -> steps.queue().changeShards(3));

        steps.queue().changeShards(3);

        assertThat(RedisCli.once(server, "LLEN", steps.key("shards"))).isEqualTo(2L);
        assertThat(steps.queue().shards()).isEqualTo(3);
    }

    @Test
    void aSendWhoseConnectionIsCutIsNotReportedAsRefused() {
        proxy.loseAnswers();
        CompletableFuture<Receipt> send = CompletableFuture.supplyAsync(() -> steps.send("a"));
        awaitStored();
        proxy.cut();
        proxy.passOn();

        assertThat(send).failsWithin(Steps.GENEROUS).withThrowableThat().withCauseInstanceOf(OutcomeUnknown.class);
        assertThat(steps.send("a").outcome()).isEqualTo(Outcome.REPLACED);
    }
}
