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
import java.util.stream.IntStream;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * Many clients that wait at one server: each message reaches one of them once, and all are answered when the server ends. The
 * build has few; {@code -Dpolls=5000 -Dmessages=50000} has as many as one server takes.
 */
class ParkedPollsTest {

    private static final int POLLS = Integer.getInteger("polls", 200);
    private static final int MESSAGES = Integer.getInteger("messages", 2_000);
    private static final int BULK = 500;
    private static final String TOPIC = "parked";
    private static final Duration LONG = Duration.ofMinutes(5);

    private RedisServer redis;
    private ServerProcess server;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        server = ServerProcess.start(
                redis.port(),
                // A slow machine must not let a lease end.
                "delay.redisson.lease=10m",
                "delay.redisson.http.limits.waiters=" + POLLS,
                "delay.redisson.http.limits.waiters-per-token=" + POLLS);
    }

    @AfterEach
    void stop() throws Exception {
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
    void eachMessageReachesOneOfThemOnceAndNotEarly() throws Exception {
        Arrivals arrivals = new Arrivals();
        List<PollingClient> clients = IntStream.range(0, POLLS)
                .mapToObj(i -> new PollingClient(server, TOPIC, arrivals))
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
    void allAreAnsweredWhenTheServerIsToldToEnd() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
        for (int i = 0; i < POLLS; i++) {
            polls.add(park());
        }
        awaitThatAllWait();
        long begun = System.nanoTime();
        server.terminate();

        for (CompletableFuture<HttpResponse<String>> poll : polls) {
            HttpResponse<String> answer = poll.get(60, java.util.concurrent.TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(JsonMapper.shared().readTree(answer.body()).get("messages"))
                    .isEmpty();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf("%d polls were answered within %d ms of SIGTERM%n", POLLS, took.toMillis());
        assertThat(took).isLessThan(Duration.ofSeconds(10));
        assertThat(server.awaitExit()).isEqualTo(143);
    }

    /** Again, if it was refused because of a client that only looks whether all wait. */
    private CompletableFuture<HttpResponse<String>> park() {
        return server.postAsync("/receive", Map.of("topics", List.of(TOPIC), "max", 1, "waitMs", 20_000))
                .thenCompose(answer -> answer.statusCode() == 429 ? park() : CompletableFuture.completedFuture(answer));
    }
}
