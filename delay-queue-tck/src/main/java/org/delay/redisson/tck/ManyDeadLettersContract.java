package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.junit.jupiter.api.Test;

/** All dead letters of a topic at a time. */
abstract class ManyDeadLettersContract extends ManyDeadLettersFixture {

    @Test
    void nothingIsNothing() {
        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(0, 0, false));
        assertThat(queue.deleteDead(ALL)).isEqualTo(new BulkResult(0, 0, false));
    }

    @Test
    void allAreRedrivenWithAttemptsFromOne() {
        send(message("waiting"));
        sendDue(message("a").key("key").header("h", "1").priority(8).timeToLive(LATER));
        retry(claim("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        bury(claim("a"), "no use");
        dead("b");
        passTime(Duration.ofMillis(3));
        Instant before = now();

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(2, 0, false));

        assertCounts(3, 0, 0);
        StoredMessage stored = stored("a");
        assertThat(stored.at()).isBetween(before, now().plus(queues.dueTimeError()));
        assertThat(stored.error()).isNull();
        queue.cancel(TOPIC, "b");
        passUntil(stored.at());
        LeasedMessage held = claim("a");
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(held.claimed().timeToLive()).isEqualTo(LATER);
        assertThat(held.message().body()).isEqualTo("body of a");
        assertThat(held.message().key()).isEqualTo("key");
        assertThat(held.message().headers()).containsEntry("h", "1");
        assertThat(held.message().priority()).isEqualTo(8);
    }

    @Test
    void allAreDeletedAndNothingElse() {
        send(message("waiting"));
        dead("a");
        dead("b");
        send(message("b").body("live"));

        assertThat(queue.deleteDead(ALL)).isEqualTo(new BulkResult(2, 0, false));

        assertCounts(2, 0, 0);
        assertGone("a");
        assertThat(stored("b").message().body()).isEqualTo("live");
    }

    /** More than one call to the store takes. */
    @Test
    void hundreds() {
        buryMany(450, "no use");

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(450, 0, false));
        assertCounts(450, 0, 0);

        buryAll("again");
        assertThat(queue.deleteDead(ALL)).isEqualTo(new BulkResult(450, 0, false));
        assertCounts(0, 0, 0);
    }

    /** As the single call would. */
    @Test
    void aDeadLetterBesideALiveMessageStays() {
        dead("a");
        dead("b");
        send(message("a").body("live"));

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(1, 1, false));

        assertCounts(2, 0, 1);
        assertThat(stored("a").message().body()).isEqualTo("live");
    }

    /** A call that is repeated because its answer was lost, or its process died. */
    @Test
    void aRepetitionChangesNothingMore() {
        buryMany(250, "no use");
        queue.redriveDead(ALL.withLimit(100));

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(150, 0, false));
        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(0, 0, false));
        assertCounts(250, 0, 0);
    }

    @Test
    void twoOperatorsAtOnceRedriveEachOnce() throws Exception {
        buryMany(500, "no use");
        DelayQueueMessage other = open();

        CompletableFuture<BulkResult> one = CompletableFuture.supplyAsync(() -> queue.redriveDead(ALL), THREADS);
        CompletableFuture<BulkResult> two = CompletableFuture.supplyAsync(() -> other.redriveDead(ALL), THREADS);

        assertThat(one.join().changed() + two.join().changed()).isEqualTo(500);
        assertCounts(500, 0, 0);
    }

    @Test
    void oneRedrivesWhileAnotherDeletes() throws Exception {
        buryMany(500, "no use");
        DelayQueueMessage other = open();

        CompletableFuture<BulkResult> redriven = CompletableFuture.supplyAsync(() -> queue.redriveDead(ALL), THREADS);
        CompletableFuture<BulkResult> deleted = CompletableFuture.supplyAsync(() -> other.deleteDead(ALL), THREADS);

        assertThat(redriven.join().changed() + deleted.join().changed()).isEqualTo(500);
        assertCounts(redriven.join().changed(), 0, 0);
    }

    @Test
    void redrivenMessagesOfAPausedTopicWait() {
        dead("a");
        queue.pause(TOPIC);

        assertThat(queue.redriveDead(ALL).changed()).isOne();
        passTime(Duration.ofMillis(2));
        assertThat(claimer().claimFromAll(TOPIC)).isEmpty();

        queue.resume(TOPIC);
        assertThat(claimer().claimFromAll(TOPIC)).hasSize(1);
    }

    @Test
    void deadLettersInOldHomesAreFoundToo() {
        List<String> ids = IntStream.range(0, 40).mapToObj(i -> "a" + i).toList();
        ids.forEach(this::dead);
        queue.changeShards(shards() + 7);
        send(message("a0").body("live"));

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(39, 1, false));
        assertThat(stored("a0").message().body()).isEqualTo("live");
        assertCounts(40, 0, 1);
        assertThat(queue.deleteDead(ALL).changed()).isOne();
    }
}
