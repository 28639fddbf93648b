package org.delay.redisson.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More clients come than a small heap has room for. A server without memory may never answer. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SmallHeapTest {

    private static final int CLIENTS = 2_000;
    private static final int PATIENCE = 2_000;
    private static final String TOPIC = "small";
    private static final String A_TOKEN_MAY_TAKE_ALL_ROOM =
            "delay.redisson.http.limits.waiters-per-token=${delay.redisson.http.limits.waiters:5000}";
    private static final int LONGEST_WAIT_MS = 20_000;
    private static final Duration LONG = Duration.ofMinutes(2);

    private RedisServer redis;
    private ServerProcess server;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        server = ServerProcess.startWithHeap("192m", redis.port(), A_TOKEN_MAY_TAKE_ALL_ROOM);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        redis.close();
    }

    @Test
    void thoseThatFindNoRoomToWaitAreTurnedAway() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> polls = IntStream.range(0, CLIENTS)
                .mapToObj(
                        i -> server.postAsync("/receive", Map.of("topics", List.of(TOPIC), "waitMs", LONGEST_WAIT_MS)))
                .toList();

        await().atMost(LONG).until(() -> polls.stream().anyMatch(SmallHeapTest::isTurnedAway));
        server.send(TOPIC, "one", 0);

        await().atMost(LONG).until(() -> polls.stream().allMatch(CompletableFuture::isDone));
        assertThat(polls.stream().filter(SmallHeapTest::hasMessage)).hasSize(1);
        assertThatItEnds();
    }

    private static boolean isTurnedAway(CompletableFuture<HttpResponse<String>> poll) {
        return poll.isDone() && poll.join().statusCode() == 429;
    }

    private static boolean hasMessage(CompletableFuture<HttpResponse<String>> poll) {
        return poll.join().body().contains("\"one\"");
    }

    /** They need no token for that. */
    @Test
    void thoseThatDoNotEndTheirHeadersDoNotFillTheHeap() throws Exception {
        List<Socket> clients = new ArrayList<>();
        try {
            while (clients.size() < 3 * CLIENTS) {
                Socket client = connected();
                clients.add(client);
                client.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // It takes no more.
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }

        server.send(TOPIC, "one", 0);
        assertThatItEnds();
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), PATIENCE);
        return socket;
    }

    private void assertThatItEnds() throws Exception {
        server.terminate();
        assertThat(server.awaitExit()).isEqualTo(143);
        assertThat(server.output()).doesNotContain("OutOfMemoryError");
    }
}
