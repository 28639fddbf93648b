package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.junit.jupiter.api.Test;

/** The two original calls: {@code addDelayQueue} and {@code getDelayQueue}. */
abstract class PublishedCallsContract extends ContractFixture {

    @Test
    void whatIsAddedIsThereUnderAGeneratedId() {
        Instant before = now();

        queue.addDelayQueue("text", 30, TimeUnit.MINUTES, TOPIC);

        List<StoredMessage> stored = queue.list(TOPIC, State.DUE, null, 10).messages();
        assertThat(stored).hasSize(1);
        assertThat(stored.get(0).message().body()).isEqualTo("text");
        assertThat(stored.get(0).message().id()).matches("[\\w-]{14,22}");
        assertThat(stored.get(0).message().priority()).isEqualTo(4);
        assertThat(stored.get(0).at())
                .isBetween(before.plusSeconds(1800), now().plusSeconds(1800).plusMillis(1));
    }

    @Test
    void whatIsAddedComesBack() throws Exception {
        queue.addDelayQueue("text", 0, TimeUnit.SECONDS, TOPIC);
        passTime(Duration.ofMillis(1));

        assertThat(queue.getDelayQueue(TOPIC)).isEqualTo("text");
    }

    @Test
    void anObjectComesBackAsAnObject() throws Exception {
        PairBodies.Pair pair = new PairBodies.Pair("left", "right");
        queue.addDelayQueue(pair, 0, TimeUnit.NANOSECONDS, TOPIC);
        queue.addDelayQueue(pair, 0, TimeUnit.DAYS, TOPIC);
        passTime(Duration.ofMillis(1));

        assertThat(queue.getDelayQueue(TOPIC, PairBodies.Pair.class)).isEqualTo(pair);
        assertThat(queue.getDelayQueue(TOPIC, String.class)).isEqualTo("left=right");
    }

    @Test
    void aBodyThatIsNotOfTheTypeIsNamed() {
        sendDue(message("a").body("no pair"));

        assertThatThrownBy(() -> queue.getDelayQueue(TOPIC, PairBodies.Pair.class))
                .asInstanceOf(type(DelayQueueException.UnreadableBody.class))
                .satisfies(e -> assertThat(e.topic()).isEqualTo(TOPIC))
                .satisfies(e -> assertThat(e.ids()).containsExactly("a"));
    }

    @Test
    void whatIsTakenIsGone() throws Exception {
        sendDue("a");

        queue.getDelayQueue(TOPIC);

        assertGone("a");
        assertCounts(0, 0, 0);
    }

    @Test
    void aMessageIsNotTakenBeforeItsTime() {
        queue.addDelayQueue("text", 40, TimeUnit.MILLISECONDS, TOPIC);
        Instant due = queue.list(TOPIC, State.DUE, null, 1).messages().get(0).at();

        CompletableFuture<Instant> takenAt = async(() -> {
            queue.getDelayQueue(TOPIC);
            return now();
        });
        passUntil(due);

        assertThat(takenAt)
                .succeedsWithin(GENEROUS)
                .satisfies(at -> assertThat(at).isAfterOrEqualTo(due));
    }

    @Test
    void aCallThatWaitsGetsWhatIsSentLater() {
        CompletableFuture<String> taken = async(() -> queue.getDelayQueue(TOPIC));

        send(message("other", "a"));
        sendDue("a");

        assertThat(taken).succeedsWithin(GENEROUS).isEqualTo("body of a");
        assertCounts(0, 0, 0);
    }

    @Test
    void aCallThatWaitsForALaterMessageGetsAnEarlierOne() {
        send(message("a"));
        CompletableFuture<String> taken = async(() -> queue.getDelayQueue(TOPIC));

        sendDue("b");

        assertThat(taken).succeedsWithin(GENEROUS).isEqualTo("body of b");
        assertCounts(1, 0, 0);
    }

    @Test
    void severalCallsTakeEachMessageOnce() {
        List<CompletableFuture<String>> taken = IntStream.range(0, 8)
                .mapToObj(i -> async(() -> queue.getDelayQueue(TOPIC)))
                .toList();
        IntStream.range(0, 8).forEach(i -> sendDue("a" + i));

        Set<String> bodies = new HashSet<>();
        taken.forEach(each -> assertThat(each).succeedsWithin(GENEROUS).satisfies(bodies::add));

        assertThat(bodies).hasSize(8);
        assertCounts(0, 0, 0);
    }

    @Test
    void aMessageWhoseLeaseRanOutIsTaken() throws Exception {
        expired("a");

        assertThat(queue.getDelayQueue(TOPIC)).isEqualTo("body of a");
        assertGone("a");
    }

    @Test
    void aCallThatWaitsCanBeInterruptedAndTakesNothing() throws Exception {
        CompletableFuture<String> taken = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                taken.complete(queue.getDelayQueue(TOPIC));
            } catch (Throwable e) {
                taken.completeExceptionally(e);
            }
        });
        waiting.start();
        awaiting()
                .until(() -> Stream.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                        .anyMatch(waiting.getState()::equals));

        waiting.interrupt();

        assertThat(taken)
                .failsWithin(GENEROUS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(InterruptedException.class);
        sendDue("a");
        assertThat(queue.getDelayQueue(TOPIC)).isEqualTo("body of a");
    }

    @Test
    void notWhileMessagesAreDispatched() throws Exception {
        sendDue("a");
        WakeUps listener = new WakeUps();
        Subscription subscription = queue.subscribe(listener);
        awaiting().until(() -> listener.subscriptions() > 0);

        assertThatThrownBy(() -> queue.getDelayQueue(TOPIC)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> queue.getDelayQueue(TOPIC, String.class)).isInstanceOf(IllegalStateException.class);
        assertCounts(1, 0, 0);

        subscription.close();
        assertThat(queue.getDelayQueue(TOPIC)).isEqualTo("body of a");
    }

    private static <T> CompletableFuture<T> async(Callable<T> call) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                future.complete(call.call());
            } catch (Throwable e) {
                future.completeExceptionally(new CompletionException(e));
            }
        });
        thread.setDaemon(true);
        thread.start();
        return future;
    }
}
