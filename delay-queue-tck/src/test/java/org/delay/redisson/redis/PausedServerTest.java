package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.awaiting;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.PlainOptions;

/** A server that stops (SIGSTOP): what it was told lies in its sockets, and is done when it goes on. */
class PausedServerTest {

    private RedisServer server;
    private RedissonClient client;
    private Steps steps;

    /** Has patience: it says what is there in the end. */
    private RedissonClient onlooker;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        onlooker = Clients.of(server);
    }

    @AfterEach
    void stop() {
        client.shutdown();
        onlooker.shutdown();
        server.close();
    }

    private Steps onlooking() {
        return Steps.on(onlooker, steps.service(), 1);
    }

    private void connect(RedissonClient to) {
        client = to;
        steps = Steps.on(client);
        steps.sendAtLast("registers the topic");
        onlooking().queue().cancel(TOPIC, "registers the topic");
    }

    /** The client's own settings: its time-out is 3 s, so all have timed out once. */
    @Test
    void forFourSecondsEverythingIsThereOnceInTheEnd() {
        // A connection for each call that is under way at once: a server that stands still takes no new ones.
        connect(Clients.to(
                server.uri(), single -> single.setTimeout(Clients.OWN_TIMEOUT).setConnectionMinimumIdleSize(4)));
        Steps later = onlooking();
        awaiting().ignoreExceptionsInstanceOf(DelayQueueException.class).until(() -> steps.claim() != null);
        later.sendDue("due");
        server.pause();
        List<CompletableFuture<Receipt>> generated = generated(20);
        List<CompletableFuture<Receipt>> own = IntStream.range(0, 20)
                .mapToObj(i -> async(() -> steps.send(message("own-" + i).onDuplicate(OnDuplicate.KEEP))))
                .toList();
        CompletableFuture<ClaimResult> claim = async(() -> steps.claim(0, "claimer", 1));

        awaiting().until(() -> Stream.concat(own.stream(), Stream.of(claim)).allMatch(CompletableFuture::isDone));
        assertThat(own).allSatisfy(send -> assertThat(unknownOf(send).topic()).isEqualTo(TOPIC));
        assertThat(own.stream().flatMap(send -> unknownOf(send).ids().stream()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 20).mapToObj(i -> "own-" + i).toList());
        assertThat(unknownOf(claim)).isNotNull();
        awaiting().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        server.resume();

        Set<String> accepted =
                new TreeSet<>(generated.stream().map(send -> send.join().id()).toList());
        assertThat(accepted).hasSize(20);
        assertThat(generated)
                .allSatisfy(send -> assertThat(send.join().outcome()).isEqualTo(Outcome.SCHEDULED));
        // The calls that nobody waited for lay in the sockets, and come too late.
        for (int i = 0; i < 20; i++) {
            assertThat(later.send(message("own-" + i).onDuplicate(OnDuplicate.KEEP))
                            .outcome())
                    .isEqualTo(Outcome.SCHEDULED);
        }
        assertThat(later.queue().counts(TOPIC).due()).isEqualTo(40);

        ClaimResult again = later.claim(0, "claimer", 1);
        assertThat(Steps.ids(again)).containsExactly("due");
        assertThat(again.messages().get(0).message().attempt()).isEqualTo(1);
        assertThat(later.claim(0, "claimer", 2).messages()).isEmpty();
        assertThat(later.claim(0, "claimer", 1).stale()).isTrue();
        assertThat(later.ack(again.lease(), "due")).isEmpty();
        assertThat(later.queue().counts(TOPIC).due()).isEqualTo(40);
    }

    @Test
    void aSendDoesNotWaitForTheRegistrarForLong() {
        client = Clients.withOwnTimeout(server);
        steps = Steps.on(client);
        awaiting()
                .ignoreExceptionsInstanceOf(DelayQueueException.class)
                .until(() -> steps.queue().shards() == 1);
        server.pause();

        CompletableFuture<Receipt> send = async(() -> steps.send("a"));
        CompletableFuture<?> muchLater = timeouts(4);

        assertThat(unknownOf(send)).isNotNull();
        assertThat(muchLater).isNotDone();
        server.resume();
        assertThat(onlooking().send("a").outcome()).isIn(Outcome.SCHEDULED, Outcome.REPLACED);
    }

    /** Ends when the client has waited in vain so many times, one after the other: a registrar that it waits for takes longer. */
    private CompletableFuture<?> timeouts(int number) {
        CompletableFuture<?> timeouts = CompletableFuture.completedFuture(null);
        for (int i = 0; i < number; i++) {
            timeouts = timeouts.thenCompose(before -> client.getBucket(
                            PlainOptions.name("any").retryAttempts(0).timeout(Duration.ofMillis(Clients.OWN_TIMEOUT)))
                    .isExistsAsync()
                    .handle((exists, thrown) -> null));
        }
        return timeouts;
    }

    @Test
    void whatAnApplicationDoesWithAReceiptHoldsUpNoOtherSend() {
        connect(Clients.of(server));
        server.pause();
        CompletableFuture<List<Receipt>> first =
                steps.queue().scheduleAsync(List.of(message("first").build()));
        var unused = steps.queue().scheduleAsync(List.of(message("next").build()));
        CountDownLatch busy = new CountDownLatch(1);
        CompletableFuture<Boolean> done = first.thenApply(receipts -> await(busy));

        server.resume();
        try {
            awaiting().until(() -> onlooking().queue().find(TOPIC, "next").isPresent());
            assertThat(done).isNotDone();
        } finally {
            busy.countDown();
        }
    }

    /** It may have been stored: a client that is shut down tells nothing of that. */
    @Test
    void aSendUnderWayWhenTheClientIsShutDownIsNotReportedAsRefused() {
        connect(Clients.withOwnTimeout(server));
        server.pause();
        CompletableFuture<List<Receipt>> send =
                steps.queue().scheduleAsync(List.of(message("a").build()));

        client.shutdown(0, 100, TimeUnit.MILLISECONDS);

        assertThat(send).failsWithin(Steps.GENEROUS).withThrowableThat().withCauseInstanceOf(OutcomeUnknown.class);
        assertThatThrownBy(() -> steps.send("b"))
                .isInstanceOf(DelayQueueException.Refused.class)
                .hasMessageContaining("shut down");
        server.resume();
        // It lies in the server's socket, but its time is over.
        assertThat(onlooking().queue().counts(TOPIC).due()).isZero();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(Steps.GENEROUS.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<CompletableFuture<Receipt>> generated(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> steps.queue()
                        .scheduleAsync(List.of(OutgoingMessage.to(TOPIC)
                                .body("generated " + i)
                                .delay(LATER)
                                .build()))
                        .thenApply(receipts -> receipts.get(0)))
                .toList();
    }

    private static <T> CompletableFuture<T> async(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, Steps.THREADS);
    }

    private static OutcomeUnknown unknownOf(CompletableFuture<?> call) {
        try {
            throw new AssertionError("Expected no answer, but it is " + call.join());
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(OutcomeUnknown.class);
            return (OutcomeUnknown) e.getCause();
        }
    }
}
