package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.Refused;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.RevisionedMessage;
import org.delay.redisson.RevisionedStore.ShardMark;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A call is held back in the network until nobody waits for it; what was done since then must stay true when it arrives. */
class LateCallsTest {

    private static RedisServer server;
    private static Proxy proxy;
    private static RedissonClient held;
    private static RedissonClient direct;

    private Steps steps;
    private DelayQueueMessage queue;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        proxy = Proxy.to(server);
        // Whole scripts, so that the first call of each does something too.
        held = Clients.withoutScriptCache(proxy.uri());
        direct = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        held.shutdown();
        direct.shutdown();
        proxy.close();
        server.close();
    }

    @BeforeEach
    void open() {
        steps = Steps.on(direct);
        queue = steps.queue();
    }

    @AfterEach
    void passOn() {
        proxy.passOn();
    }

    /**
     * Makes a call that gets no further than into the network, and answers what lets it arrive: when that is done, so is the
     * call.
     */
    private Runnable heldBack(Consumer<DelayQueueMessage> call) {
        Steps other = Steps.on(held, steps.service(), 1);
        DelayQueueMessage late = other.queue();
        other.sendAtLast("registers the topic");
        awaitAnswer(() -> late.cancel(TOPIC, "registers the topic"));
        // Tells it the time of the service's own keys.
        awaitAnswer(() -> late.resume(TOPIC));
        proxy.hold(Proxy.Way.ASKED);
        // The client may lose a connection first, and make no other.
        Steps.awaiting().ignoreException(Refused.class).until(() -> hasNoAnswer(() -> call.accept(late)));
        return () -> {
            int then = commands();
            proxy.passOn();
            Steps.awaiting().until(() -> commands() > then);
        };
    }

    /** The client does not wait for long. */
    private static void awaitAnswer(Runnable call) {
        Steps.awaiting().ignoreExceptionsInstanceOf(DelayQueueException.class).untilAsserted(call::run);
    }

    private static boolean hasNoAnswer(Runnable call) {
        try {
            call.run();
            return false;
        } catch (OutcomeUnknown e) {
            return true;
        }
    }

    /** How many scripts the server has run. */
    private static int commands() {
        String stats = String.valueOf(RedisCli.once(server, "INFO", "commandstats"));
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*:calls=(\\d+).*", "$1")))
                .sum();
    }

    private StoredMessage stored(String id) {
        return queue.find(TOPIC, id).orElseThrow();
    }

    @Test
    void aSendDoesNotBringAMessageBackThatWasSentAgainAndCancelled() {
        Runnable arrive = heldBack(late -> late.schedule(List.of(due("v1"))));
        assertThat(steps.send(message("a").body("v2")).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(queue.cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);

        arrive.run();

        assertThat(queue.find(TOPIC, "a")).isEmpty();
    }

    @Test
    void aSendDoesNotReplaceOneThatCameAfterIt() {
        Runnable arrive = heldBack(late -> late.schedule(List.of(due("v1"))));
        steps.send(message("a").body("v2"));

        arrive.run();

        assertThat(stored("a").message().body()).isEqualTo("v2");
    }

    @Test
    void aSendWithAGeneratedIdStoresNothing() {
        Runnable arrive = heldBack(late -> late.schedule(
                List.of(OutgoingMessage.to(TOPIC).body("v1").delay(LATER).build())));

        arrive.run();

        assertThat(queue.counts(TOPIC).due()).isZero();
    }

    /** The repetition is not begun with less time than it may be on its way, or it might be stored when the send has ended. */
    @Test
    void aSendThatHasEndedStoresNothingByItsLastTry() {
        Keys keys = steps.keys();
        RedissonClient client = Clients.to(proxy.uri(), single -> single.setTimeout(2000));
        QueueTimer timer = new QueueTimer();
        ScriptRunner scripts = new ScriptRunner(client, timer);
        RedisClocks clocks = new RedisClocks();
        DeadlineCalls calls = new DeadlineCalls(scripts, timer, clocks, Duration.ofSeconds(2));
        ServiceStorage storage = new ServiceStorage(keys, new WakeUpNames(client, keys), Formats.CURRENT);
        ShardMapLoader shardMaps = new ShardMapLoader(scripts, calls, clocks, storage, 1);
        SendCalls sends = new SendCalls(new ScheduleScripts(client, calls, MinReplicas.NONE), storage);
        SendBatcher batcher = new SendBatcher(sends, shardMaps, timer, () -> {}, Duration.ofMillis(3500));
        // Loads the shard map and the time.
        awaitStored(batcher);
        PendingSend unknown = pending();
        proxy.hold(Proxy.Way.ASKED);
        assertThat(send(batcher, unknown))
                .failsWithin(Steps.GENEROUS)
                .withThrowableThat()
                .withCauseInstanceOf(OutcomeUnknown.class);

        int then = commands();
        proxy.passOn();
        Steps.awaiting().until(() -> commands() > then);

        // What was held back has come before it.
        awaitStored(batcher);
        assertThat(queue.find(TOPIC, unknown.message().id())).isEmpty();
        client.shutdown();
    }

    private static void awaitStored(SendBatcher batcher) {
        Steps.awaiting()
                .until(() -> send(batcher, pending())
                        .handle((receipt, thrown) -> thrown == null)
                        .join());
    }

    private static PendingSend pending() {
        return new PendingSend(Steps.encoded(
                OutgoingMessage.to(TOPIC).body("text").delay(LATER).build()));
    }

    private static CompletableFuture<Receipt> send(SendBatcher batcher, PendingSend send) {
        batcher.store(List.of(send));
        return send.receipt(Runnable::run);
    }

    @Test
    void aCancelDoesNotRemoveWhatWasSentAgain() {
        steps.send(message("a").body("v1"));
        Runnable arrive = heldBack(late -> late.cancel(TOPIC, "a"));
        assertThat(steps.send(message("a").body("v2")).outcome()).isEqualTo(Outcome.REPLACED);

        arrive.run();

        assertThat(stored("a").message().body()).isEqualTo("v2");
    }

    @Test
    void aRescheduleDoesNotUndoALaterOne() {
        steps.send("a");
        Runnable arrive = heldBack(late -> late.reschedule(TOPIC, "a", Duration.ZERO));
        assertThat(queue.reschedule(TOPIC, "a", LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        StoredMessage before = stored("a");

        arrive.run();

        assertThat(stored("a")).isEqualTo(before);
    }

    @Test
    void aDeleteDoesNotRemoveALaterDeadLetter() {
        steps.dead("a");
        Runnable arrive = heldBack(late -> late.delete(TOPIC, "a"));
        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
        queue.cancel(TOPIC, "a");
        steps.dead("a");

        arrive.run();

        assertThat(stored("a").state()).isEqualTo(State.DEAD);
    }

    @Test
    void aPauseDoesNotPauseAgain() {
        Runnable arrive = heldBack(late -> late.pause(TOPIC));
        queue.pause(TOPIC);
        queue.resume(TOPIC);

        arrive.run();

        assertThat(queue.paused()).isEqualTo(Set.of());
        steps.sendDue("a");
        assertThat(steps.claim().messages()).hasSize(1);
    }

    @Test
    void aRelayDoesNotBringAMessageBackThatWasCancelled() {
        RevisionedMessage message = relayed("v1", 5);
        Runnable arrive = heldBack(late -> change(late, store -> store.relay(List.of(message))));
        RevisionedStore store = queue.revisions().orElseThrow();
        assertThat(store.relay(List.of(message)).get(0).outcome()).isEqualTo(Relayed.Outcome.SCHEDULED);
        assertThat(store.cancel(List.of(new MessageRevision(TOPIC, "a", 6)))
                        .get(0)
                        .outcome())
                .isEqualTo(Relayed.Outcome.CANCELLED);

        arrive.run();

        assertThat(queue.find(TOPIC, "a")).isEmpty();
    }

    @Test
    void aCancelOfARevisionLeavesTheNextOne() {
        RevisionedStore store = queue.revisions().orElseThrow();
        store.relay(List.of(relayed("v1", 5)));
        Runnable arrive =
                heldBack(late -> change(late, other -> other.cancel(List.of(new MessageRevision(TOPIC, "a", 6)))));
        store.relay(List.of(relayed("v2", 6)));

        arrive.run();

        assertThat(stored("a").message().body()).isEqualTo("v2");
    }

    @Test
    void aMarkIsNotRaisedLate() {
        RevisionedStore store = queue.revisions().orElseThrow();
        ShardMark known = store.mark(0);
        Runnable arrive = heldBack(late -> late.revisions().orElseThrow().raiseMark(0, known, 10));

        arrive.run();

        assertThat(store.mark(0)).isEqualTo(known);
    }

    private RevisionedMessage relayed(String body, long revision) {
        RevisionedStore store = queue.revisions().orElseThrow();
        return store.prepare(message("a").body(body).build()).at(revision);
    }

    private static void change(DelayQueueMessage late, Function<RevisionedStore, List<Relayed>> change) {
        DelayQueueException failure =
                change.apply(late.revisions().orElseThrow()).get(0).failure();
        if (failure != null) {
            throw failure;
        }
    }

    private static OutgoingMessage due(String body) {
        return message("a").body(body).delay(Duration.ZERO).build();
    }

    /** An answer that is slow says little of the clock; the next calls must not be taken for late because of it. */
    @Test
    void whatIsOnlySlowIsDone() {
        Steps slow = Steps.on(held, steps.service(), 1);
        awaitAnswer(() -> slow.queue().counts(TOPIC));
        proxy.slow(Duration.ofMillis(5), 1 << 30);

        assertThat(slow.sendAtLast("a").outcome()).isNotNull();
    }
}
