package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.Test;

/** A pause holds for all shards, whenever they came, and whatever happens to them at the same time. */
abstract class PausedShardsContract extends PauseFixture {

    private static final int MORE = 8;

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

    /** The last call decides, in every shard. */
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

    /** Housekeeping may repair at any moment, in any instance. */
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
            for (int round = 0; round < 60; round++) {
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
}
