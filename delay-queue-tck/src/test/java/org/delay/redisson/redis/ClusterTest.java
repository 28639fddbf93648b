package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.LEASE;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.awaiting;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;

/** Three masters, five shards, and slots that move while messages are in them. */
class ClusterTest {

    private static Cluster cluster;
    private static RedissonClient client;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(3, 0, Duration.ofSeconds(15));
        Config config = Clients.small();
        cluster.configure(config).setTimeout(Clients.PATIENCE);
        client = Redisson.create(config);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        cluster.close();
    }

    @Test
    void messagesOfFiveShardsAreSentClaimedCancelledAndAcked() {
        Steps steps = Steps.on(client, 5);
        List<String> ids = IntStream.range(0, 50).mapToObj(i -> "id-" + i).toList();
        steps.queue()
                .schedule(ids.stream()
                        .map(id -> message(id).delay(Duration.ZERO).build())
                        .toList());
        assertThat(steps.queue().cancel(TOPIC, "id-0")).isEqualTo(CancelResult.CANCELLED);

        Set<String> claimed = new HashSet<>();
        awaiting().until(() -> {
            for (int shard = 0; shard < steps.queue().shards(); shard++) {
                ClaimResult claim = steps.claim(shard, "claimer-" + claimed.size() + "-" + System.nanoTime(), 1);
                claimed.addAll(Steps.ids(claim));
                assertThat(steps.ack(claim.lease(), Steps.ids(claim).toArray(String[]::new)))
                        .isEmpty();
            }
            return claimed.size() == 49;
        });

        assertThat(claimed).doesNotContain("id-0");
        assertThat(steps.queue().counts(TOPIC).leased()).isZero();
        steps.queue().changeShards(7);
        assertThat(steps.send("after").outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(steps.queue().shards()).isEqualTo(7);
    }

    /** So many that no master is without one, whatever the service's name is, where the slots are divided evenly. */
    @ParameterizedTest
    @CsvSource({"2, 4", "3, 4", "4, 4", "5, 30", "6, 64", "7, 64", "8, 64", "9, 64", "10, 64"})
    void shardsSpreadOverTheMasters(int masters, int shards) {
        try (RedisCli cli = RedisCli.of(cluster.servers().get(0))) {
            for (int service = 0; service < 20; service++) {
                Keys keys = new Keys("delay", UUID.randomUUID().toString());
                assertThat(IntStream.range(0, shards)
                                .map(shard -> masters * slotOf(cli, keys.ofShard("wake", shard)) / Cluster.SLOTS)
                                .distinct()
                                .count())
                        .isEqualTo(masters);
            }
        }
    }

    private static int slotOf(RedisCli cli, String key) {
        return Integer.parseInt(cli.text("CLUSTER", "KEYSLOT", key));
    }

    /** Their key is on one master, and whoever subscribed may be connected to another. */
    @Test
    void instancesTellEachOtherThatTheyComeAndGo() {
        Steps steps = Steps.on(client, 5);
        Queue<String> left = new ConcurrentLinkedQueue<>();
        Subscription subscription = steps.queue().subscribe(new WakeUpListener() {
            @Override
            public void wakeUp(int shard, String topic, Duration in) {}

            @Override
            public void subscribed() {}

            @Override
            public void left(String instance) {
                left.add(instance);
            }
        });
        try {
            steps.queue().heartbeat("a", "shop", LATER);
            assertThat(steps.queue().heartbeat("b", "shop", LATER)).hasSize(2);

            steps.queue().leave("a");

            awaiting().until(() -> left.contains("a"));
            assertThat(steps.queue().instances()).extracting(Instance::id).containsExactly("b");
        } finally {
            subscription.close();
        }
    }

    /** The script has run on each master then: none of these has a replica that could be waited for. */
    @Test
    void aClientThatMapsNamesTellsTheScriptToTheMasterThatHasItsKeys() {
        Config config = Clients.small().setNameMapper(new OneSlot());
        cluster.configure(config).setTimeout(Clients.PATIENCE);
        RedissonClient mapping = Redisson.create(config);
        try {
            for (int i = 0; i < 4; i++) {
                Steps steps = ReplicasTest.on(mapping, 1, Duration.ofMillis(50));
                assertThatThrownBy(() -> steps.send("a")).isInstanceOf(DelayQueueException.NotReplicated.class);
            }
        } finally {
            mapping.shutdown();
        }
    }

    private record OneSlot() implements NameMapper {

        private static final String PREFIX = "{tenant}:";

        @Override
        public String map(String name) {
            return PREFIX + name;
        }

        @Override
        public String unmap(String name) {
            return name.substring(PREFIX.length());
        }
    }

    /** All keys of one shard but some: nothing is done until they are together, and nothing is lost. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void whileASlotMovesKeyByKeyNothingIsLost(int keysBeforeTheCalls) {
        Steps steps = Steps.on(client);
        awaiting().until(() -> steps.send("due").outcome() != null);
        steps.leased("leased", "acked");
        steps.send("far");
        String tag = "{" + steps.service() + ":0}";
        SlotMove move = SlotMove.of(cluster, tag);
        move.begin();

        List<String> left = move.keys();
        int moved = 0;
        Set<String> accepted = new HashSet<>(Set.of("due", "leased", "acked", "far"));
        while (!left.isEmpty()) {
            move.move(left.get(0));
            moved++;
            // Only now and then, since each waits for a while.
            if (moved % 3 == keysBeforeTheCalls) {
                String id = "while-moving-" + moved;
                Stream<Runnable> calls = Stream.of(
                        () -> accepted.add(steps.send(id).id()),
                        () -> steps.queue()
                                .claim(new ClaimRequest(
                                        0, TOPIC, new ClaimId("claimer-" + id, 1), LEASE, new ClaimLimit(1, 1))),
                        () -> steps.queue().reschedule(TOPIC, "far", LATER),
                        () -> steps.queue().find(TOPIC, "far"));
                CompletableFuture.allOf(calls.map(call -> CompletableFuture.runAsync(call, Steps.THREADS)
                                        .handle((done, thrown) -> {
                                            assertThat(thrown == null
                                                            || thrown.getCause() instanceof DelayQueueException.Refused)
                                                    .as(String.valueOf(thrown))
                                                    .isTrue();
                                            return null;
                                        }))
                                .toArray(CompletableFuture[]::new))
                        .join();
            }
            left = move.keys();
        }
        move.end();

        for (String id : accepted) {
            assertThat(steps.queue().find(TOPIC, id)).as(id).isPresent();
        }
        assertThat(steps.queue().find(TOPIC, "leased").orElseThrow().state()).isEqualTo(State.LEASED);
        assertThat(steps.send("after").outcome()).isEqualTo(Outcome.SCHEDULED);
        long due =
                steps.queue().counts(TOPIC).due() + steps.queue().counts(TOPIC).leased();
        assertThat(due).isEqualTo(accepted.size() + 1);
    }

    /** Nothing is done, or all of a call; a repetition does the rest. */
    @Test
    void whileASlotMovesDeadLettersAreNeitherLostNorDoubled() {
        Steps steps = Steps.on(client);
        awaiting().until(() -> steps.send("waiting").outcome() != null);
        List<String> ids = List.of("a", "b", "c");
        ids.forEach(steps::dead);
        SlotMove move = SlotMove.of(cluster, "{" + steps.service() + ":0}");
        move.begin();
        move.move(move.keys().get(0));

        assertThatThrownBy(() -> steps.queue().redriveDead(DeadLetterFilter.of(TOPIC)))
                .isInstanceOf(DelayQueueException.Refused.class);
        assertThatThrownBy(() -> steps.queue().deleteTopic(TOPIC, true))
                .isInstanceOf(DelayQueueException.Refused.class);

        move.keys().forEach(move::move);
        move.end();
        assertThat(steps.queue().redriveDead(DeadLetterFilter.of(TOPIC)).changed())
                .isEqualTo(3);
        assertThat(steps.queue().counts(TOPIC).due()).isEqualTo(4);
        assertThat(steps.queue().deleteTopic(TOPIC, true).due()).isEqualTo(4);
    }

    /** A call that comes in the midst is repeated until the move is over. */
    @Test
    void aSendWaitsForAMoveThatIsSoonOver() {
        // If this test pauses meanwhile, the move takes long.
        awaiting().until(this::isSentAfterAMove);
    }

    private boolean isSentAfterAMove() {
        Steps steps = Steps.on(client);
        steps.send("a");
        SlotMove move = SlotMove.of(cluster, "{" + steps.service() + ":0}");
        move.begin();
        move.move(move.keys().get(0));

        long before = postponed();
        CompletableFuture<Outcome> send =
                CompletableFuture.supplyAsync(() -> steps.send("b").outcome(), Steps.THREADS);
        awaiting().until(() -> postponed() > before);
        move.keys().forEach(move::move);
        move.end();

        boolean sent =
                send.handle((outcome, thrown) -> outcome == Outcome.SCHEDULED).join();
        assertThat(steps.queue().counts(TOPIC).due()).isEqualTo(sent ? 2 : 1);
        return sent;
    }

    /** How many calls found the keys of their slot apart. */
    private static long postponed() {
        return cluster.servers().stream()
                .mapToLong(server -> RedisCli.errors(server, "TRYAGAIN"))
                .sum();
    }

    @Test
    void aMoveThatTakesLongRefuses() {
        Steps steps = Steps.on(client);
        steps.send("a");
        SlotMove move = SlotMove.of(cluster, "{" + steps.service() + ":0}");
        move.begin();
        move.move(move.keys().get(0));

        assertThatThrownBy(() -> steps.send("b"))
                .isInstanceOf(DelayQueueException.Refused.class)
                .hasMessageContaining("TRYAGAIN");

        move.keys().forEach(move::move);
        move.end();
        assertThat(steps.send("b").outcome()).isEqualTo(Outcome.SCHEDULED);
    }
}
