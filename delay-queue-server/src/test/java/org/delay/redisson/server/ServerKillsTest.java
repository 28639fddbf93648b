package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two servers on one Redis, behind a proxy, are killed in turn under load, and so are workers: nothing is lost, and nothing is
 * early. Left out of the build, since servers start slowly; {@code -Dkills=20} kills so many.
 */
@Timeout(1_800)
class ServerKillsTest {

    private static final int KILLS = Integer.getInteger("kills", 0);
    private static final int SENDERS = 4;
    private static final int WORKERS = 8;
    private static final int SENDS_PER_KILL = 500;

    /** So many messages may be on their way, which paces the senders. */
    private static final int MOST_MISSING = 2_000;

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int LONGEST_DELAY = 2_000;
    private static final String TOPIC = "kills";
    private static final String[] SETTINGS = {
        "delay.redisson.lease=3s",
        // The worker that always dies must not make dead letters.
        "delay.redisson.max-lease-expirations=1000"
    };

    private static RedisServer redis;
    private static ServerProcess[] servers;

    private final Set<String> sent = ConcurrentHashMap.newKeySet();
    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final Arrivals arrivals = new Arrivals();
    private volatile boolean isOver;

    @BeforeAll
    static void start() {
        assumeTrue(KILLS > 0, "left out: run with -Dkills=20");
        redis = RedisServer.start();
        String[] properties = Server.properties(redis.port(), SETTINGS);
        servers = IntStream.range(0, 2)
                .mapToObj(i -> ServerProcess.launch(properties))
                .toArray(ServerProcess[]::new);
    }

    @AfterAll
    static void stop() throws Exception {
        if (redis != null) {
            for (ServerProcess server : servers) {
                server.close();
            }
            redis.close();
        }
    }

    @Test
    void nothingIsLostBehindAProxyWhenServersAndWorkersAreKilled() throws Exception {
        Optional<Path> nginx = Nginx.program();
        assumeTrue(nginx.isPresent(), "left out: no nginx on the PATH");
        for (ServerProcess server : servers) {
            server.awaitHealth();
        }
        try (Nginx proxy = Nginx.start(nginx.orElseThrow(), servers)) {
            List<PollingClient> workers = IntStream.range(0, WORKERS)
                    .mapToObj(i -> new PollingClient(proxy, TOPIC, arrivals, "worker-" + i))
                    .toList();
            workers.forEach(PollingClient::receive);
            List<Thread> load = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                String name = "s" + i + "-";
                load.add(started(() -> send(proxy, name)));
            }
            load.add(started(() -> takeAndDie(proxy)));

            for (int kill = 0; kill < KILLS; kill++) {
                int before = sent.size();
                await().atMost(LONG).until(() -> sent.size() >= before + SENDS_PER_KILL);
                int victim = kill % servers.length;
                servers[victim].kill();
                servers[victim] = servers[victim].again(redis.port(), SETTINGS);
            }

            isOver = true;
            for (Thread thread : load) {
                thread.join();
            }
            await().atMost(LONG).until(() -> new HashSet<>(arrivals.ids()).containsAll(sent));
            workers.forEach(PollingClient::stop);
            await().atMost(LONG).until(() -> count("due") == 0 && count("leased") == 0);
        }
        List<String> ids = arrivals.ids();
        Set<String> received = new HashSet<>(ids);
        System.out.printf(
                "%d kills: %d sent, %d sends repeated, %d taken by workers that died, lost %d, early %d, duplicates %d; %s%n",
                KILLS,
                sent.size(),
                repeated.get(),
                taken.get(),
                sent.stream().filter(id -> !received.contains(id)).count(),
                arrivals.early(),
                ids.size() - received.size(),
                arrivals);
        assertThat(received).isEqualTo(sent);
        assertThat(arrivals.early()).isZero();
        assertThat(count("dead")).isZero();
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task, "load");
        thread.start();
        return thread;
    }

    /** Under ids of its own: what got no answer is sent again. */
    private void send(Server server, String name) {
        for (int i = 0; !isOver; i++) {
            String id = name + i;
            long delay = ThreadLocalRandom.current().nextLong(LONGEST_DELAY);
            awaitAtOnce(() -> sent.size() - arrivals.number() < MOST_MISSING);
            awaitAtOnce(() -> isSent(server, id, delay));
            sent.add(id);
        }
    }

    private static void awaitAtOnce(Callable<Boolean> condition) {
        await().atMost(LONG).pollDelay(Duration.ZERO).until(condition);
    }

    private boolean isSent(Server server, String id, long delay) throws InterruptedException {
        try {
            server.send(TOPIC, id, delay);
            return true;
        } catch (IOException | IllegalStateException e) {
            repeated.incrementAndGet();
            return false;
        }
    }

    /** A worker that is killed leaves nothing but its leases. */
    private void takeAndDie(Server server) {
        while (!isOver) {
            CompletableFuture<Integer> number = server.postAsync(
                            "/receive", Map.of("topics", List.of(TOPIC), "max", 3, "waitMs", 1_000, "leaseMs", 2_000))
                    .thenApply(
                            answer -> answer.statusCode() == 200 ? answer.body().split("\"handle\"", -1).length - 1 : 0)
                    .exceptionally(failure -> 0);
            taken.addAndGet(number.join());
        }
    }

    private static long count(String state) throws IOException, InterruptedException {
        return servers[0].getJson("/topics/" + TOPIC).get(state).longValue();
    }
}
