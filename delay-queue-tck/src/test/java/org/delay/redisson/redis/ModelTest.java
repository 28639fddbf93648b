package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.redis.QueueModel.Name;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.redisson.api.RedissonClient;

/**
 * Random sequences of all operations: a queue does what its model does. More of them: {@code -Djqwik.tries.default=…} with
 * this test alone. A failure is shrunk to the shortest sequence that shows it. A build draws the same ones each time, so
 * that one that fails fails again; {@link ModelScenario} draws new ones.
 */
class ModelTest {

    private static final String SEED = "17";

    private static RedisServer server;
    private static RedissonClient client;
    private static RedisCli cli;

    @BeforeContainer
    static void start() {
        server = RedisServer.start();
        client = Clients.of(server);
        cli = RedisCli.of(server);
    }

    @AfterContainer
    static void stop() {
        cli.close();
        client.shutdown();
        server.close();
    }

    @AfterTry
    void forget() {
        cli.call("FLUSHALL");
    }

    @Provide
    Arbitrary<List<Operation>> sequences() {
        return Operation.sequences();
    }

    @Provide
    Arbitrary<List<Operation>> sequencesWithLateCalls() {
        return Operation.sequencesWithLateCalls();
    }

    @Property(seed = SEED, shrinking = ShrinkingMode.BOUNDED)
    void theQueueOnRedisDoesAsItsModel(@ForAll("sequencesWithLateCalls") List<Operation> operations) {
        compare(client, cli, operations);
    }

    /** Throws an AssertionError at the first difference. */
    static void compare(RedissonClient client, RedisCli cli, List<Operation> operations) {
        String service = "model-" + UUID.randomUUID();
        DelayQueueMessage queue = RedissonDelayQueue.on(client)
                .service(service)
                .bodyConverter(new TextConverter())
                .build();
        QueueModel model = new QueueModel(1);

        Keys keys = new Keys("delay", service);
        new ModelRun(queue, model, () -> passMillisecond(queue), new Requests(client, keys)).run(operations);

        for (int shard = 0; shard < model.shards(); shard++) {
            assertNothingIsLeftOver(cli, keys, shard, model);
        }
    }

    @Property(seed = SEED)
    void theQueueInMemoryDoesAsItsModel(@ForAll("sequences") List<Operation> operations) {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00.000123456Z"));
        DelayQueueMessage queue = InMemoryDelayQueue.builder()
                .clock(clock)
                .converter(new TextConverter())
                .build();

        new ModelRun(queue, new QueueModel(1), () -> clock.advance(Duration.ofMillis(2)), null).run(operations);
    }

    private static void passMillisecond(DelayQueueMessage queue) {
        long begin = queue.poll(0).now();
        while (queue.poll(0).now() < begin + 1_000) {
            Thread.onSpinWait();
        }
    }

    /** Each message has one body and one place, what is gone left nothing, and nothing waits that nobody looks at. */
    private static void assertNothingIsLeftOver(RedisCli cli, Keys keys, int shard, QueueModel model) {
        List<String> time = cli.list("TIME");
        double now = Double.parseDouble(time.get(0)) * 1e3 + Double.parseDouble(time.get(1)) / 1e3;
        for (String topic : Operation.TOPICS) {
            Set<String> ids = ids(model.live(shard), topic);
            Set<String> dead = ids(model.grave(shard), topic);
            Map<String, Double> due = scores(cli, keys.ofTopic("due", shard, topic));
            Map<String, Double> leased = scores(cli, keys.ofTopic("leased", shard, topic));
            Set<String> placed = new HashSet<>(due.keySet());
            placed.addAll(leased.keySet());

            assertThat(due).doesNotContainKeys(leased.keySet().toArray(String[]::new));
            assertThat(placed).isEqualTo(ids);
            assertThat(cli.list("HKEYS", keys.ofTopic("body", shard, topic))).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(ids).containsAll(cli.list("HKEYS", keys.ofTopic("held", shard, topic)));
            assertThat(cli.list("HKEYS", keys.ofTopic("dead-body", shard, topic)))
                    .containsExactlyInAnyOrderElementsOf(dead);
            assertThat(scores(cli, keys.ofTopic("dead", shard, topic)).keySet()).isEqualTo(dead);

            assertThat(cli.list("SMEMBERS", keys.ofShard("paused", shard)).contains(topic))
                    .isEqualTo(model.paused.contains(topic));
            if (model.paused.contains(topic)) {
                continue;
            }
            Double wake = scores(cli, keys.ofShard("wake", shard)).get(topic);
            assertThat(wake != null).as("whether " + topic + " is looked at").isEqualTo(!ids.isEmpty());
            if (wake != null && model.isPutOff(shard, topic)) {
                assertThat(wake).as("when " + topic + " is looked at").isGreaterThan(now);
            } else if (wake != null) {
                double earliest =
                        leased.values().stream().mapToDouble(end -> end).min().orElse(Double.MAX_VALUE);
                for (double score : due.values()) {
                    earliest = Math.min(earliest, score % 1e13);
                }
                assertThat(wake).isLessThanOrEqualTo(Math.max(earliest, now));
            }
        }
    }

    private static Set<String> ids(Map<Name, ?> messages, String topic) {
        return messages.keySet().stream()
                .filter(name -> name.topic().equals(topic))
                .map(Name::id)
                .collect(Collectors.toSet());
    }

    private static Map<String, Double> scores(RedisCli cli, String key) {
        List<String> answer = cli.list("ZRANGE", key, "0", "-1", "WITHSCORES");
        Map<String, Double> scores = new HashMap<>();
        for (int i = 0; i < answer.size(); i += 2) {
            scores.put(answer.get(i), Double.valueOf(answer.get(i + 1)));
        }
        return scores;
    }
}
