package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;

/**
 * Dead letters from before a change of the number of shards are redriven where they are, all at a time, and only if no shard has
 * a live message with their id.
 */
abstract class MovedDeadLettersContract extends ManyDeadLettersFixture {

    private static final int MORE = 7;

    @Test
    void hundredsAreRedrivenOnceEach() {
        buryMany(450, "no use");
        queue.changeShards(shards() + MORE);

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(450, 0, false));

        assertCounts(450, 0, 0);
        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(0, 0, false));
        assertThat(claimAll()).hasSize(450).doesNotHaveDuplicates();
    }

    @Test
    void noMoreThanTheLimit() {
        buryMany(250, "no use");
        queue.changeShards(shards() + MORE);

        assertThat(queue.redriveDead(ALL.withLimit(220))).isEqualTo(new BulkResult(220, 0, true));

        assertCounts(220, 0, 30);
    }

    @Test
    void aDeadLetterBesideANewerMessageInAnotherShardStays() {
        List<String> ids = moving(30);
        ids.forEach(this::dead);
        passTime(Duration.ofMillis(2));
        queue.changeShards(shards() + MORE);
        ids.subList(0, 10)
                .forEach(id ->
                        assertThat(send(message(id).body("newer")).outcome()).isEqualTo(Outcome.SCHEDULED));

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(20, 10, false));

        assertCounts(30, 0, 10);
        assertThat(ids.subList(0, 10))
                .allSatisfy(id -> assertThat(stored(id).message().body()).isEqualTo("newer"));
    }

    @Test
    void aNewerMessageInFlightKeepsItsLease() {
        String id = moving(1).get(0);
        dead(id);
        queue.changeShards(shards() + MORE);
        sendDue(message(id).body("newer"));
        LeasedMessage held = claimer().claimFromAll(TOPIC).get(0);

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(0, 1, false));

        assertThat(ack(held)).isEmpty();
        assertCounts(0, 0, 1);
        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(1, 0, false));
    }

    @Test
    void ofTwoDeadLettersWithOneIdOneIsRedriven() {
        String id = twoDeadLetters();

        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(1, 1, false));

        assertCounts(1, 0, 1);
        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(0, 1, false));
        assertThat(queue.cancel(TOPIC, id).name()).isEqualTo("CANCELLED");
        assertThat(queue.redriveDead(ALL)).isEqualTo(new BulkResult(1, 0, false));
        assertCounts(1, 0, 0);
    }

    @Test
    void ofTwoDeadLettersWithOneIdTheOneThatMatchesIsRedriven() {
        String id = twoDeadLetters();

        assertThat(queue.redriveDead(ALL.withError("second cause"))).isEqualTo(new BulkResult(1, 0, false));

        assertThat(stored(id).state()).isEqualTo(State.DUE);
        assertThat(stored(id).message().body()).isEqualTo("second");
        assertCounts(1, 0, 1);
    }

    @Test
    void twoOperatorsAtOnceRedriveEachOnce() throws Exception {
        buryMany(500, "no use");
        queue.changeShards(shards() + MORE);
        DelayQueueMessage other = open();

        CompletableFuture<BulkResult> one = CompletableFuture.supplyAsync(() -> queue.redriveDead(ALL), THREADS);
        CompletableFuture<BulkResult> two = CompletableFuture.supplyAsync(() -> other.redriveDead(ALL), THREADS);

        assertThat(one.join().changed() + two.join().changed()).isEqualTo(500);
        assertCounts(500, 0, 0);
        assertThat(claimAll()).hasSize(500).doesNotHaveDuplicates();
    }

    /** A send finds the message that was redriven, or the redrive finds the message that was sent, by whichever map. */
    @Test
    void whileTheNumberOfShardsChangesEachIsRedrivenOnce() throws Exception {
        buryMany(500, "no use");
        DelayQueueMessage other = open();

        CompletableFuture<BulkResult> redriven = CompletableFuture.supplyAsync(() -> queue.redriveDead(ALL), THREADS);
        IntStream.rangeClosed(1, 4).forEach(more -> other.changeShards(shards() + more));

        assertThat(redriven.join().changed() + other.redriveDead(ALL).changed()).isEqualTo(500);
        assertCounts(500, 0, 0);
        assertThat(claimAll()).hasSize(500).doesNotHaveDuplicates();
    }

    private String twoDeadLetters() {
        String id = moving(1).get(0);
        sendDue(message(id).body("first"));
        bury(claim(id), "first cause");
        queue.changeShards(shards() + MORE);
        sendDue(message(id).body("second"));
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "second cause"));
        assertCounts(0, 0, 2);
        passTime(Duration.ofMillis(2));
        return id;
    }

    /** Ids whose shard differs after the change. */
    private List<String> moving(int number) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "m-" + i)
                .filter(id -> home(id) != home(id, shards() + MORE))
                .limit(number)
                .toList();
    }

    private List<String> claimAll() {
        passTime(Duration.ofMillis(2));
        ClaimingThread claimer = claimer();
        List<String> claimed = new ArrayList<>();
        List<LeasedMessage> held = claimer.claimFromAll(TOPIC);
        while (!held.isEmpty()) {
            held.forEach(each -> claimed.add(each.id()));
            held = claimer.claimFromAll(TOPIC);
        }
        return claimed;
    }
}
