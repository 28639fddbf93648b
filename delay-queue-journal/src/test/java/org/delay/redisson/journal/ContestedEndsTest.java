package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEntry;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two settle a message at once, or a lease ends while its end is recorded: rows follow Redis, which accepts one of them. */
@Execution(ExecutionMode.CONCURRENT)
class ContestedEndsTest extends DeliveryFixture {

    private static final List<String> A = List.of("a");
    private static final JournalSettings SETTINGS = JournalSettings.DEFAULTS.withHistory(HistoryMode.ALL);

    /** Redis accepted that, and says that the ack was lost. */
    @Test
    void whatIsGivenBackDuringItsAckIsDeliveredAgain() {
        Lease lease = claimRelayed("a");
        App other = whileItCalls("ack", () -> giveBack(lease));

        assertThat(other.queue().ack(lease, A)).containsExactly("a");

        isDeliveredAgain();
        assertThat(history("a")).containsSubsequence(Change.DELIVERED, Change.REOPENED, Change.DELIVERED);
        assertThat(app.journal().operations().find(TOPIC, "a").orElseThrow().history())
                .extracting(HistoryEntry::event)
                .filteredOn(event -> event.change() == Change.REOPENED)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.shard()).isEqualTo(lease.shard());
                    assertThat(event.thread()).isEqualTo(Thread.currentThread().getName());
                });
    }

    @Test
    void whatIsGivenBackDuringItsBurialIsDeliveredAgain() {
        Lease lease = claimRelayed("a");
        App other = whileItCalls("bury", () -> giveBack(lease));

        assertThat(other.queue().bury(lease, givenUp()).lost()).containsExactly("a");

        isDeliveredAgain();
    }

    /** The database hears of the ack later, if it is not told that this was in vain. */
    @Test
    void whatIsGivenBackWhileItsRowIsLockedIsDeliveredAgain() throws Exception {
        Lease lease = claimRelayed("a");
        try (Connection other = lockedRows()) {
            giveBack(lease);
            assertThat(app.queue().ack(lease, A)).containsExactly("a");
            other.rollback();
        }

        isDeliveredAgain();
    }

    private void giveBack(Lease lease) {
        assertThat(app.redis().release(lease, A, Duration.ZERO, false)).isEmpty();
    }

    private void isDeliveredAgain() {
        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
        assertThat(app.queue().ack(claimOne("a").lease(), A)).isEmpty();
        awaitState("a", MessageState.DELIVERED);
    }

    /** It is no dead letter, so nobody could redrive it or delete its row. */
    @Test
    void whatIsAckedDuringItsBurialIsDelivered() {
        Lease lease = claimRelayed("a");
        App other =
                whileItCalls("bury", () -> assertThat(app.queue().ack(lease, A)).isEmpty());

        assertThat(other.queue().bury(lease, givenUp()).lost()).containsExactly("a");

        awaitState("a", MessageState.DELIVERED);
        assertThat(app.isInRedis("a")).isFalse();
    }

    /** Somebody else has buried it before Redis was told of the ack. */
    @Test
    void whatIsBuriedDuringItsAckIsNotDelivered() {
        Lease lease = claimRelayed("a");
        App other = whileItCalls("ack", () -> app.redis().bury(lease, givenUp()));

        assertThat(other.queue().ack(lease, A)).containsExactly("a");

        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
    }

    @Test
    void whatIsBuriedWhileItsRowIsLockedIsADeadLetter() throws Exception {
        Lease lease = claimRelayed("a");
        App other = whileItCalls(
                        "ack",
                        () -> assertThat(app.queue().bury(lease, givenUp()).lost())
                                .isEmpty())
                .started();
        try (Connection holder = lockedRows()) {
            assertThat(other.queue().ack(lease, A)).containsExactly("a");
            holder.rollback();
        }
        other.journal().stop();

        awaitState("a", MessageState.DEAD);
        assertThat(app.queue().redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
    }

    /** It is handled, and nobody delivers it again. */
    @Test
    void whatRedisHasLostIsAckedOnce() {
        Lease lease = claimRelayed("a");
        assertThat(app.redis().ack(lease, A)).isEmpty();

        assertThat(app.queue().ack(lease, A)).isEmpty();

        assertThat(app.state("a")).isEqualTo(MessageState.DELIVERED);
        assertThat(app.queue().ack(lease, A)).containsExactly("a");
    }

    /** The row may say something else by the time that it can be read. */
    @Test
    void whatRedisHasLostIsNotAckedWhileItsRowIsLocked() throws Exception {
        Lease lease = claimRelayed("a");
        assertThat(app.redis().ack(lease, A)).isEmpty();
        try (Connection other = lockedRows()) {
            assertThat(app.queue().ack(lease, A)).containsExactly("a");
            other.rollback();
        }

        awaitState("a", MessageState.DELIVERED);
    }

    /** A repair was about to send it again. */
    @Test
    void whatComesBackAfterItsAckStaysDelivered() {
        Lease lease = claimRelayed("a");
        JournalRow read = app.store().find(key("a")).orElseThrow();
        assertThat(app.redis().ack(lease, A)).isEmpty();
        assertThat(app.queue().ack(lease, A)).isEmpty();

        var unused = revisions()
                .relay(List.of(revisions()
                        .prepare(message("a", Duration.ZERO))
                        .at(read.version().revision())));
        assertThat(app.isInRedis("a")).isTrue();

        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(LONG)
                .until(() -> app.state("a") == MessageState.DELIVERED);
        Awaitility.await().atMost(LONG).until(() -> {
            assertThat(claim().messages()).isEmpty();
            return !app.isInRedis("a");
        });
    }

    /** The row has ended by then, and is the owner's. */
    @Test
    void aLateAckTakesNothingBackThatTheOwnerOfTheLeaseHasRecorded() {
        Lease late = claimRelayed("a");
        Lease current = claimAfter(late);
        App owner =
                whileItCalls("ack", () -> assertThat(app.queue().ack(late, A)).containsExactly("a"));

        assertThat(owner.queue().ack(current, A)).isEmpty();

        awaitState("a", MessageState.DELIVERED);
    }

    /** The owner has found that the row had ended, and waits for Redis when that is taken back. */
    @Test
    void theOwnerOfALeaseRecordsAgainWhatALateAckHasTakenBack() throws Exception {
        CountDownLatch ownerHasRecorded = new CountDownLatch(1);
        CountDownLatch isTakenBack = new CountDownLatch(1);
        App owner = whileItCalls("ack", () -> {
            ownerHasRecorded.countDown();
            await(isTakenBack);
        });
        CompletableFuture<?>[] ownersAck = new CompletableFuture<?>[1];
        Lease[] current = new Lease[1];
        app = whileItCalls("ack", () -> {
                    ownersAck[0] = CompletableFuture.runAsync(
                            () -> assertThat(owner.queue().ack(current[0], A)).isEmpty());
                    await(ownerHasRecorded);
                })
                .started();
        Lease late = claimRelayed("a");
        current[0] = claimAfter(late);

        assertThat(app.queue().ack(late, A)).containsExactly("a");
        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
        isTakenBack.countDown();
        ownersAck[0].get(1, TimeUnit.MINUTES);

        awaitState("a", MessageState.DELIVERED);
    }

    @Test
    void aLateAckTakesNothingBackThatTheOwnerEndsMeanwhile() {
        Lease[] current = new Lease[1];
        List<Set<String>> lost = new CopyOnWriteArrayList<>();
        App owner = app(database);
        app = beforeItsRowWaitsAgain(() -> lost.add(owner.queue().ack(current[0], A)))
                .started();
        Lease late = claimRelayed("a");
        current[0] = claimAfter(late);

        assertThat(app.queue().ack(late, A)).containsExactly("a");

        Awaitility.await().atMost(LONG).untilAsserted(() -> assertThat(lost).containsExactly(Set.of()));
        awaitState("a", MessageState.DELIVERED);
    }

    /** A statement that was not answered may be carried out later. */
    @Test
    void rowsAreLookedAtAgainIfTheDatabaseDidNotAnswer() {
        Lease lease = claimRelayed("a");
        DelayQueueMessage redis = before(DelayQueueMessage.class, "ack", () -> giveBack(lease), redisQueue());
        Runnable noAnswer = () -> {
            throw new IllegalStateException("no answer");
        };
        App other = app(redis, database, SETTINGS, store -> before(JournalStore.class, "reopen", noAnswer, store))
                .started();

        assertThat(other.queue().ack(lease, A)).containsExactly("a");

        awaitState("a", MessageState.WAITING);
        isDeliveredAgain();
    }

    /** Whoever claims a message that has ended removes it, and that may be taken back before it does. */
    @Test
    void whatIsRemovedSinceItHadEndedHasEnded() throws Exception {
        CountDownLatch isRemoved = new CountDownLatch(1);
        CountDownLatch isTakenBack = new CountDownLatch(1);
        App other = whileItCalls("ack", () -> {
            isRemoved.countDown();
            await(isTakenBack);
        });
        other.started();
        Lease[] late = new Lease[1];
        CompletableFuture<?>[] claim = new CompletableFuture<?>[1];
        app = whileItCalls("ack", () -> {
                    app.redis().renew(late[0], A, Duration.ofMillis(1));
                    claim[0] = CompletableFuture.runAsync(() -> {
                        while (isRemoved.getCount() > 0) {
                            giveBackUnchecked(claim(other));
                        }
                    });
                    await(isRemoved);
                })
                .started();
        late[0] = claimRelayed("a");

        assertThat(app.queue().ack(late[0], A)).containsExactly("a");
        assertThat(app.state("a")).isEqualTo(MessageState.WAITING);
        isTakenBack.countDown();
        claim[0].get(1, TimeUnit.MINUTES);

        awaitState("a", MessageState.DELIVERED);
        assertThat(app.isInRedis("a")).isFalse();
    }

    /** The database took longer than the check before a delivery waits. */
    private void giveBackUnchecked(ClaimResult claim) {
        if (!claim.messages().isEmpty()) {
            giveBack(claim.lease());
        }
    }

    /** The application does not know that its lease is over. */
    private Lease claimAfter(Lease late) {
        app.redis().renew(late, A, Duration.ofMillis(1));
        return claimOne("a").lease();
    }

    /** The database was told: it is not true that nothing was changed. */
    @Test
    void theOutcomeIsUnknownIfRedisRefusesWhatIsRecorded() {
        Lease acked = claimRelayed("a");
        Lease givenUp = claimRelayed("given-up");
        Lease buried = claimRelayed("buried");
        app.queue().bury(buried, List.of(new GivenUp("buried", "broken", false, true)));
        awaitState("buried", MessageState.DEAD);
        RedisConsole console = new RedisConsole(redis);
        console.call("REPLICAOF 127.0.0.1 1");

        assertThatThrownBy(() -> app.queue().ack(acked, A)).isInstanceOf(OutcomeUnknown.class);
        assertThatThrownBy(() -> app.queue().delete(TOPIC, "buried")).isInstanceOf(OutcomeUnknown.class);

        assertThatThrownBy(() -> app.queue().bury(givenUp, List.of(new GivenUp("given-up", "broken", false, true))))
                .isInstanceOf(OutcomeUnknown.class);

        console.call("REPLICAOF NO ONE");
        assertThat(app.queue()
                        .bury(givenUp, List.of(new GivenUp("given-up", "broken", false, true)))
                        .lost())
                .isEmpty();
        awaitState("given-up", MessageState.DEAD);
        assertThat(history("given-up")).containsOnlyOnce(Change.DEAD).doesNotContain(Change.REOPENED);
        assertThat(app.queue().ack(acked, A)).isEmpty();
        awaitState("a", MessageState.DELIVERED);
    }

    /** An application that has recorded an end when something else happens, and then tells Redis. */
    private App whileItCalls(String call, Runnable other) {
        return app(before(DelayQueueMessage.class, call, other, redisQueue()), database, SETTINGS, store -> store);
    }

    private App beforeItsRowWaitsAgain(Runnable other) {
        return app(database, SETTINGS, store -> before(JournalStore.class, "reopen", other, store));
    }

    private static List<GivenUp> givenUp() {
        return List.of(new GivenUp("a", "broken", false, true));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
