package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.redis.Steps.LATER;
import static org.delay.redisson.redis.Steps.TOPIC;
import static org.delay.redisson.redis.Steps.awaiting;
import static org.delay.redisson.redis.Steps.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** A server that is killed and comes back, with what it had or without. */
class KilledServerTest {

    private RedisServer server;
    private RedissonClient client;
    private Steps steps;

    private void start(String... config) {
        server = RedisServer.builder().config(config).start();
        client = Clients.of(server);
        steps = Steps.on(client);
    }

    @AfterEach
    void stop() {
        client.shutdown();
        server.close();
    }

    @Test
    void acceptedMessagesAndLeasesAreThereAgain() {
        start("appendonly yes", "appendfsync everysec");
        WakeUps wakeUps = new WakeUps();
        try (Subscription subscription = steps.queue().subscribe(wakeUps)) {
            steps.sendDue("leased");
            ClaimResult claim = steps.claim(0, "claimer", 1);
            int before = wakeUps.subscribed.get();
            List<String> accepted = new ArrayList<>(sendUntilItFails());
            server.restart();

            steps.sendAtLast("after");
            for (String id : accepted) {
                assertThat(steps.queue().find(TOPIC, id)).as(id).isPresent();
            }
            assertThat(Steps.ids(steps.claim(0, "claimer", 1))).containsExactly("leased");
            assertThat(steps.ack(claim.lease(), "leased")).isEmpty();
            awaiting().until(() -> wakeUps.subscribed.get() > before);
            int heard = wakeUps.heard.get();
            steps.send(message("earliest").delay(Duration.ZERO));
            awaiting().until(() -> wakeUps.heard.get() > heard);
        }
    }

    /** The server dies in the midst of it. */
    private List<String> sendUntilItFails() {
        List<String> accepted = new ArrayList<>();
        RedissonClient impatient = Clients.impatient(server.uri());
        try {
            Steps sender = Steps.on(impatient, steps.service(), 1);
            while (accepted.size() < 50) {
                accepted.add(sender.sendAtLast("a-" + accepted.size()).id());
            }
            server.kill();
            while (true) {
                accepted.add(sender.send("a-" + accepted.size()).id());
            }
        } catch (DelayQueueException expected) {
            return accepted;
        } finally {
            impatient.shutdown();
        }
    }

    /** What came after the loss is promised as before: it must be found where the dispatchers look. */
    @Test
    void aServerThatHasForgottenEverythingIsTaughtAgain() {
        start();
        Steps sender = Steps.on(client, steps.service(), 1);
        steps.queue().changeShards(8);
        for (int i = 0; i < 20; i++) {
            sender.send("before-" + i);
        }
        server.restart();
        // Another application is the first to come, and knows only of one shard.
        RedissonClient other = Clients.of(server);
        try {
            Steps dispatcher = Steps.on(other, steps.service(), 1);
            awaiting().ignoreExceptions().until(() -> dispatcher.queue().shards() == 1);

            for (int i = 0; i < 20; i++) {
                sender.sendAtLast(message("after-" + i).delay(Duration.ZERO));
            }

            AtomicInteger claimed = new AtomicInteger();
            awaiting()
                    .until(
                            () -> {
                                for (int shard = 0; shard < dispatcher.queue().shards(); shard++) {
                                    claimed.addAndGet(dispatcher
                                            .claim(shard, "claimer-" + claimed + "-" + System.nanoTime(), 1)
                                            .messages()
                                            .size());
                                }
                                return claimed.get();
                            },
                            number -> number == 20);
        } finally {
            other.shutdown();
        }
    }

    @Test
    void theRegistrarIsFilledAgain() {
        start();
        steps.send("before");
        RedisDelayQueueTopicRegistrar registrar = new RedisDelayQueueTopicRegistrar(client, steps.service());
        awaiting().until(registrar::pullAll, Set.of(TOPIC)::equals);
        server.restart();

        awaiting()
                .ignoreExceptionsInstanceOf(DelayQueueException.class)
                .until(
                        () -> {
                            steps.send("after");
                            return registrar.pullAll();
                        },
                        Set.of(TOPIC)::equals);
    }

    /** Only of a shard's own knowledge of the shard map. */
    @Test
    void aShardThatHasForgottenTheShardMapIsToldAgain() {
        start();
        steps.send("a");
        steps.queue().changeShards(2);
        steps.send("b");
        RedisCli.once(
                server, "DEL", steps.keys().ofShard("meta", 0), steps.keys().ofShard("meta", 1));

        assertThat(steps.send("c").outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(steps.queue().find(TOPIC, "a")).isPresent();
        assertThat(steps.queue().reschedule(TOPIC, "b", LATER)).isNotNull();
    }

    /** And without what shards remember of it. */
    @Test
    void withoutTheListOfShardCountsNothingIsSentToTheWrongShard() {
        start();
        steps.send("a");
        steps.queue().changeShards(2);
        RedisCli.once(server, "DEL", steps.key("shards"));
        RedisCli.once(server, "HDEL", steps.keys().ofShard("meta", 0), "shards");
        RedisCli.once(server, "HDEL", steps.keys().ofShard("meta", 1), "shards");
        Steps late = Steps.on(client, steps.service(), 1);

        assertThatThrownBy(() -> late.send("b"))
                .isInstanceOf(DelayQueueException.Refused.class)
                .hasMessageContaining("number of shards");
        assertThatThrownBy(() -> late.queue().cancel(TOPIC, "a"))
                .isInstanceOf(DelayQueueException.Refused.class)
                .hasMessageContaining("number of shards");
        late.queue().changeShards(2);
        assertThat(late.send("b").outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(late.queue().find(TOPIC, "a")).isPresent();
    }

    private static final class WakeUps implements WakeUpListener {

        private final AtomicInteger heard = new AtomicInteger();
        private final AtomicInteger subscribed = new AtomicInteger();

        @Override
        public void wakeUp(int shard, String topic, Duration in) {
            heard.incrementAndGet();
        }

        @Override
        public void subscribed() {
            subscribed.incrementAndGet();
        }
    }
}
