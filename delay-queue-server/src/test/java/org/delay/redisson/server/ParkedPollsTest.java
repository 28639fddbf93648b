package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.json.JsonMapper;

/**
 * Many clients that wait at one server: each message reaches one of them once, and all are answered when the server ends. The
 * build has few; {@code -Dpolls=5000 -Dmessages=50000} has as many as one server takes.
 */
@TestMethodOrder(OrderAnnotation.class)
class ParkedPollsTest {

    private static final int POLLS = Integer.getInteger("polls", 200);
    private static final int MESSAGES = Integer.getInteger("messages", 2_000);
    private static final int BULK = 500;
    private static final String TOPIC = "parked";
    private static final Duration LONG = Duration.ofMinutes(5);

    private static RedisServer redis;
    private static ServerProcess server;
    private static volatile boolean isTerminated;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ServerProcess.start(
                redis.port(),
                // A slow machine must not let a lease end.
                "delay.redisson.lease=10m",
                "delay.redisson.http.limits.waiters=" + POLLS,
                "delay.redisson.http.limits.waiters-per-token=" + POLLS);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        redis.close();
    }

    /** When one more is refused, all wait. */
    private void awaitThatAllWait() {
        await().atMost(LONG)
                .until(() -> server.postAsync("/receive", Map.of("topics", List.of(TOPIC), "waitMs", 1))
                                .get()
                                .statusCode()
                        == 429);
    }

    @Test
    @Order(1)
    void eachMessageReachesOneOfThemOnceAndNotEarly() throws Exception {
        Arrivals arrivals = new Arrivals();
        List<PollingClient> clients = IntStream.range(0, POLLS)
                .mapToObj(i -> new PollingClient(server, TOPIC, arrivals, "client-" + i))
                .toList();
        clients.forEach(PollingClient::receive);
        awaitThatAllWait();

        sendAll(Instant.now().plusSeconds(3));

        await().atMost(LONG).until(() -> arrivals.number() >= MESSAGES);
        clients.forEach(PollingClient::stop);
        await().atMost(LONG).until(() -> count("due") == 0 && count("leased") == 0);
        System.out.printf("%d clients, %d messages: %s%n", POLLS, MESSAGES, arrivals);
        assertThat(arrivals.ids()).hasSize(MESSAGES).doesNotHaveDuplicates();
        assertThat(arrivals.early()).isZero();
        assertThat(count("dead")).isZero();
        endAll(clients);
    }

    /**
     * Otherwise, the next test would find that all wait when its own polls are still on their way. A part at a time, since each
     * end needs a connection beside that of the poll, and the server takes 8,192.
     */
    private static void endAll(List<PollingClient> clients) throws Exception {
        for (int i = 0; i < POLLS; i += BULK) {
            CompletableFuture<?>[] ends = clients.subList(i, Math.min(POLLS, i + BULK)).stream()
                    .map(PollingClient::end)
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(ends).get(60, TimeUnit.SECONDS);
        }
    }

    private void sendAll(Instant due) throws Exception {
        for (int i = 0; i < MESSAGES; i += BULK) {
            List<Map<String, Object>> messages = IntStream.range(i, Math.min(MESSAGES, i + BULK))
                    .mapToObj(number -> Map.<String, Object>of(
                            "topic", TOPIC, "id", "m" + number, "body", "hello", "dueTime", due.toString()))
                    .toList();
            server.post("/messages", Map.of("messages", messages));
        }
    }

    private long count(String state) throws IOException, InterruptedException {
        return server.getJson("/topics/" + TOPIC).get(state).longValue();
    }

    @Test
    @Order(2)
    void allAreAnsweredWhenTheServerIsToldToEnd() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
        for (int i = 0; i < POLLS; i++) {
            polls.add(park("client-" + i));
        }
        awaitThatAllWait();
        isTerminated = true;
        long begun = System.nanoTime();
        server.terminate();

        for (CompletableFuture<HttpResponse<String>> poll : polls) {
            HttpResponse<String> answer = poll.get(60, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(JsonMapper.shared().readTree(answer.body()).get("messages"))
                    .isEmpty();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf("%d polls were answered within %d ms of SIGTERM%n", POLLS, took.toMillis());
        assertThat(took).isLessThan(Duration.ofSeconds(10));
        assertThat(server.awaitExit()).isEqualTo(143);
    }

    /** Again, if it was refused because of a client that only looks whether all wait, or if its time was up before all did. */
    private static CompletableFuture<HttpResponse<String>> park(String consumer) {
        return server.postAsync("/receive", Map.of("topics", List.of(TOPIC), "waitMs", 20_000, "consumer", consumer))
                .thenCompose(answer -> isTerminated ? CompletableFuture.completedFuture(answer) : park(consumer));
    }
}
