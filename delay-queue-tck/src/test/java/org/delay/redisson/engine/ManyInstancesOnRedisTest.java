package org.delay.redisson.engine;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.InstanceOperations.Membership;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Ten instances on a real Redis, each with a client of its own: what they cost together, and that they lose nothing. */
@Slf4j
@Timeout(300)
class ManyInstancesOnRedisTest {

    private static final int INSTANCES = 10;

    private static final Pattern COMMAND = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");
    private static final Set<String> OF_CONNECTIONS = Set.of("ping", "info", "quit");

    private final EngineFixture fixture = new EngineFixture();
    private final List<RedissonClient> clients = new ArrayList<>();
    private final List<DelayQueueMessage> queues = new ArrayList<>();
    private final Set<Object> informed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger claims = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private Duration life = Heartbeat.LIFE;
    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        for (int i = 0; i < INSTANCES; i++) {
            Config config = new Config().setNettyThreads(2).setThreads(2);
            config.useSingleServer()
                    .setAddress(server.uri())
                    .setTimeout((int) LONG.toMillis())
                    .setConnectionMinimumIdleSize(2)
                    .setConnectionPoolSize(8)
                    .setSubscriptionConnectionMinimumIdleSize(1);
            RedissonClient client = Redisson.create(config);
            clients.add(client);
            queues.add(RedissonDelayQueue.on(client)
                    .service("many")
                    .bodyConverter(new EngineFixture.Texts())
                    .build());
        }
    }

    @AfterEach
    void stop() {
        fixture.close();
        clients.forEach(RedissonClient::shutdown);
        server.close();
    }

    /** Starts all instances, and returns when each knows of all. */
    private void dispatch(DispatchListener listener, EngineFixture.Handler handler) {
        for (DelayQueueMessage queue : queues) {
            DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
                Object answer = method.equals("heartbeat") ? heartbeat(queue, arguments) : call.call();
                if (method.equals("heartbeat") && ((Membership) answer).size() == INSTANCES) {
                    informed.add(arguments[0]);
                }
                if (method.equals("claim")) {
                    claims.incrementAndGet();
                }
                if (method.equals("poll")) {
                    looks.incrementAndGet();
                }
                return answer;
            });
            fixture.engine(watched, DispatchSettings.DEFAULTS, listener, 1, handler)
                    .start();
        }
        await().atMost(LONG).until(() -> informed.size() == INSTANCES);
    }

    /** The next one follows as if this one counted as long as any. */
    private Membership heartbeat(DelayQueueMessage queue, Object[] arguments) {
        Membership told = queue.heartbeat((String) arguments[0], (String) arguments[1], life, (Long) arguments[3]);
        return new Membership(told.clock(), told.size(), Heartbeat.LIFE, told.isWhole(), told.alive(), told.gone());
    }

    /** All commands, those of scripts too, but not what the clients do to keep their connections, nor this reading. */
    private Map<String, Long> commands() {
        return server("INFO commandstats")
                .map(COMMAND::matcher)
                .filter(Matcher::lookingAt)
                .filter(command -> !OF_CONNECTIONS.contains(command.group(1)))
                .collect(toMap(command -> command.group(1), command -> Long.parseLong(command.group(2))));
    }

    private Stream<String> server(String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A worker that stood in for one that waited for Redis leaves again. */
    private static void awaitOwnThreadsOnly() {
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(engineThreads()).hasSize(INSTANCES * (DispatchSettings.DEFAULTS.workers() + 2)));
    }

    private static List<String> engineThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                // The timers are the queues', and end while nobody waits for an answer.
                .filter(name -> (name.startsWith("delay-queue-") && !name.startsWith("delay-queue-timer"))
                        || name.equals("test-worker"))
                .toList();
    }

    @Test
    void withAThousandIdleTopicsTenInstancesMakeFewCommands() {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            messages.add(OutgoingMessage.to("topic-" + i)
                    .body("x")
                    .delay(Duration.ofHours(1))
                    .build());
        }
        queues.get(0).schedule(messages);
        // Whoever was at rest is not a newcomer again, which takes a while to be as the others.
        life = Duration.ofHours(1);
        dispatch(DispatchListener.NONE, (topic, none) -> {});
        awaitOwnThreadsOnly();
        // Their order changes once more when the last one is mature.
        await().atMost(LONG).until(() -> queues.get(0).instances().stream().allMatch(Instance::isMature));

        long began = System.nanoTime();
        Map<String, Long> before = commands();
        await().pollDelay(Duration.ofSeconds(4)).atMost(LONG).until(() -> true);
        Map<String, Long> made = commands();
        double seconds = (System.nanoTime() - began) / 1e9;
        made.replaceAll((command, calls) -> calls - before.getOrDefault(command, 0L));

        long all = made.values().stream().mapToLong(Long::longValue).sum();
        log.info("{} commands a second: {}", all / seconds, made);
        // Twice what is promised, since any window has a part of a round too many. A look at each topic would be 2,000.
        assertThat(all / seconds).as("commands a second: %s", made).isLessThan(100);
        awaitOwnThreadsOnly();
    }

    /** Its owner, and those that stand in where the owner is late, as on a busy machine; never all that there are. */
    @Test
    void eachMessageCostsAFewClaims() {
        int number = 100;
        Queue<Duration> lateness = new ConcurrentLinkedQueue<>();
        DispatchListener listener = new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration late, Duration took) {
                lateness.add(late);
            }
        };
        dispatch(listener, (topic, messages) -> {});
        claims.set(0);
        looks.set(0);

        for (int i = 0; i < number; i++) {
            EngineFixture.send(queues.get(0), "orders", "id" + i, Duration.ofMillis(500 + 23L * i));
        }
        await().atMost(LONG).until(() -> lateness.size() == number);
        awaitDrained(queues.get(0), "orders");

        List<Duration> sorted = lateness.stream().sorted().toList();
        log.info(
                "{} messages, {} claims, {} looks; lateness p50 {}, p99 {}",
                number,
                claims,
                looks,
                sorted.get(number / 2),
                sorted.get(number * 99 / 100));
        assertThat(claims.get()).isLessThan(INSTANCES * number / 2);
    }

    /** The owner and the next two; when some die, others take their places. */
    @Test
    void threeInstancesFollowAShard() {
        queues.get(0).changeShards(4);
        dispatch(DispatchListener.NONE, (topic, messages) -> {});
        awaitThreeFollowers();

        clients.get(0).shutdown();
        clients.get(1).shutdown();
        await().atMost(LONG).until(() -> queues.get(2).instances().size() == INSTANCES - 2);

        awaitThreeFollowers();
    }

    private void awaitThreeFollowers() {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(List.of(0, 1, 2, 3))
                        .allSatisfy(shard -> assertThat(server("PUBSUB NUMSUB delay:{many:" + shard + "}:wake-up"))
                                .contains(":3")));
    }

    /** Each learns of the change in its own time; an id is found wherever the number of its time has put it. */
    @Test
    void theNumberOfShardsChangesWhileTenSendAndDispatch() {
        Set<String> delivered = ConcurrentHashMap.newKeySet();
        Set<String> cancelled = ConcurrentHashMap.newKeySet();
        Set<String> twice = ConcurrentHashMap.newKeySet();
        Set<String> sent = ConcurrentHashMap.newKeySet();
        dispatch(DispatchListener.NONE, (topic, messages) -> {
            String id = messages.get(0).id();
            if (!delivered.add(id)) {
                twice.add(id);
            }
        });
        int rounds = 90;
        for (int round = 0; round < rounds; round++) {
            if (round == rounds / 3) {
                queues.get(0).changeShards(8);
            }
            if (round == rounds * 2 / 3) {
                queues.get(1).changeShards(3);
            }
            for (int i = 0; i < INSTANCES; i++) {
                send(queues.get(i), sent, "soon-" + round + "-" + i, Duration.ofMillis(10L * i));
                send(queues.get(i), sent, "far-" + round + "-" + i, Duration.ofHours(1));
            }
        }

        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < INSTANCES; i++) {
                String id = "far-" + round + "-" + i;
                if (queues.get((i + 1) % INSTANCES).cancel("orders", id) == CancelResult.CANCELLED) {
                    cancelled.add(id);
                }
            }
        }
        awaitDrained(queues.get(0), "orders");

        assertThat(queues.get(0).shards()).isEqualTo(8);
        assertThat(cancelled).hasSize(rounds * INSTANCES);
        assertThat(delivered).hasSize(rounds * INSTANCES).doesNotContainAnyElementsOf(cancelled);
        assertThat(twice).isEmpty();
        sent.removeAll(delivered);
        sent.removeAll(cancelled);
        assertThat(sent).isEmpty();
    }

    private static void send(DelayQueueMessage queue, Set<String> sent, String id, Duration delay) {
        EngineFixture.send(queue, "orders", id, delay);
        sent.add(id);
    }
}
