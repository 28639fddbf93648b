package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** The number of shards goes from 1 to 8 to 3 while others work, each with a queue that learns of it in its own time. */
class ShardsChangeUnderLoadTest {

    private static final int SENDERS = 4;
    private static final int SENDS = 400;

    private static RedisServer server;
    private static RedissonClient client;

    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        server.close();
    }

    @Test
    void everyMessageIsAckedOrCancelledOnce() throws Exception {
        Steps steps = Steps.on(client);
        Set<String> accepted = ConcurrentHashMap.newKeySet();
        Set<String> acked = ConcurrentHashMap.newKeySet();
        Set<String> cancelled = ConcurrentHashMap.newKeySet();
        Set<String> twice = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> senders = new ArrayList<>();
        for (int number = 0; number < SENDERS; number++) {
            int sender = number;
            senders.add(threads.submit(() -> sendAndCancel(sender, another(steps), accepted, cancelled, twice)));
        }
        List<Future<?>> claimers = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            int claimer = number;
            claimers.add(threads.submit(() -> claimAndAck(claimer, another(steps), acked, twice)));
        }

        changeShardsAfter(SENDERS * SENDS / 3, steps, 8);
        changeShardsAfter(SENDERS * SENDS * 2 / 3, another(steps), 3);
        for (Future<?> sender : senders) {
            sender.get();
        }
        ended.set(true);
        for (Future<?> claimer : claimers) {
            claimer.get();
        }
        threads.shutdown();

        assertThat(steps.queue().shards()).isEqualTo(8);
        assertThat(twice).isEmpty();
        assertThat(acked).doesNotContainAnyElementsOf(cancelled);
        accepted.removeAll(acked);
        accepted.removeAll(cancelled);
        assertThat(accepted).isEmpty();
        assertThat(steps.queue().counts(TOPIC).due()).isZero();
    }

    /** An id is looked for where any number of shards that was ever used may have put it. */
    @Test
    void everyIdIsFoundAndThereOnce() {
        Steps steps = Steps.on(client);
        List<String> ids = IntStream.range(0, 120).mapToObj(i -> "id-" + i).toList();
        for (int number : List.of(1, 8, 3)) {
            steps.queue().changeShards(number);
            Random random = new Random(number);
            for (String id : ids) {
                if (random.nextInt(3) > 0) {
                    steps.send(message(id).onDuplicate(random.nextBoolean() ? OnDuplicate.KEEP : OnDuplicate.REPLACE));
                }
            }
        }
        long there = steps.queue().counts(TOPIC).due();
        assertThat(there).isLessThanOrEqualTo(120);

        Steps late = another(steps);
        long cancelled = ids.stream()
                .filter(id -> late.queue().cancel(TOPIC, id) == CancelResult.CANCELLED)
                .count();

        assertThat(cancelled).isEqualTo(there);
        assertThat(steps.queue().counts(TOPIC).due()).isZero();
    }

    /** Each call by itself, since one that is refused teaches the client for all others. */
    @Test
    void noCallOfAClientThatDoesNotKnowOfTheChangeIsLedAstray() {
        Steps steps = Steps.on(client);
        steps.send("warm-up");
        List<Steps> late = Stream.generate(() -> another(steps)).limit(4).toList();
        late.forEach(each -> each.queue().shards());
        steps.queue().changeShards(8);
        List<String> ids = IntStream.range(0, 30).mapToObj(i -> "id-" + i).toList();
        ids.forEach(steps::send);

        assertThat(late.get(0).queue().find(TOPIC, ids.get(7))).isPresent();
        assertThat(late.get(1).queue().reschedule(TOPIC, ids.get(7), LATER)).isEqualTo(RescheduleResult.RESCHEDULED);
        assertThat(ids)
                .allSatisfy(id -> assertThat(late.get(2)
                                .send(message(id).onDuplicate(OnDuplicate.KEEP))
                                .outcome())
                        .isEqualTo(Outcome.KEPT));
        assertThat(ids)
                .allSatisfy(
                        id -> assertThat(late.get(3).queue().cancel(TOPIC, id)).isEqualTo(CancelResult.CANCELLED));
        assertThat(steps.queue().counts(TOPIC).due()).isEqualTo(1);
    }

    private static Steps another(Steps steps) {
        return Steps.on(client, steps.service(), 1);
    }

    private void changeShardsAfter(int sends, Steps steps, int shards) {
        Steps.awaiting().until(() -> sent.get() >= sends);
        steps.queue().changeShards(shards);
    }

    private void sendAndCancel(
            int sender, Steps steps, Set<String> accepted, Set<String> cancelled, Set<String> twice) {
        Random random = new Random(sender);
        // Learns of a change at another time: neither may look for an id, or create it, where the other does not.
        Steps other = another(steps);
        for (int i = 0; i < SENDS; i++) {
            String id = sender + "-" + i;
            switch (random.nextInt(3)) {
                case 0 -> {
                    OutgoingMessage generated = OutgoingMessage.to(TOPIC)
                            .body("b")
                            .delay(Duration.ZERO)
                            .build();
                    accepted.add(
                            steps.queue().schedule(List.of(generated)).get(0).id());
                }
                case 1 -> {
                    accepted.add(steps.send(message(id).delay(Duration.ZERO)).id());
                }
                default -> {
                    accepted.add(steps.send(message(id).delay(LATER)).id());
                    other.send(message(id).delay(LATER).onDuplicate(OnDuplicate.KEEP));
                    steps.send(message(id).delay(LATER.plusMinutes(1)));
                    if (other.queue().cancel(TOPIC, id) != CancelResult.CANCELLED || !cancelled.add(id)) {
                        twice.add(id);
                    }
                    if (steps.queue().cancel(TOPIC, id) != CancelResult.NOT_FOUND) {
                        twice.add(id);
                    }
                }
            }
            sent.incrementAndGet();
        }
    }

    private void claimAndAck(int claimer, Steps steps, Set<String> acked, Set<String> twice) {
        long number = 0;
        boolean last;
        int claimed;
        do {
            last = ended.get();
            claimed = 0;
            for (int shard = 0; shard < (last ? 8 : steps.queue().shards()); shard++) {
                ClaimResult claim = steps.claim(shard, "claimer-" + claimer, ++number);
                List<String> ids = Steps.ids(claim);
                claimed += ids.size();
                Set<String> lost = ids.isEmpty() ? Set.of() : steps.queue().ack(claim.lease(), ids);
                ids.stream().filter(id -> lost.contains(id) || !acked.add(id)).forEach(twice::add);
            }
        } while (!last || claimed > 0);
    }
}
