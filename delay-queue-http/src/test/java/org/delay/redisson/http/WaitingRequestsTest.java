package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While Redis hangs, requests that wait for it must not take all threads of the server: its health check needs one. */
@Timeout(180)
class WaitingRequestsTest {

    private static final String PATH = "/topics/t/messages";
    private static final String MESSAGE = "{\"body\":\"b\",\"delayMs\":3600000}";
    private static final int THREADS = 8;
    private static final int TURNS = 6;
    private static final int SENDS = 20;

    @Test
    void requestsThatWaitForRedisLeaveThreadsToOthers() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ApiServer server = ApiServer.start(redis, "server.tomcat.threads.max=" + THREADS)) {
            server.api().post(PATH, MESSAGE).expect(201);
            List<CompletableFuture<Api.Reply>> sends = new ArrayList<>();
            redis.pause();
            try {
                for (int i = 0; i < SENDS; i++) {
                    sends.add(server.api().begin(PATH, MESSAGE));
                }
                await().atMost(Duration.ofSeconds(60)).until(() -> refused(sends) >= SENDS - TURNS);
                assertThat(statusOf("http://localhost:" + server.api().port() + "/"))
                        .isEqualTo(404);
            } finally {
                redis.resume();
            }
            for (CompletableFuture<Api.Reply> send : sends) {
                assertThat(send.join().status()).isIn(201, 503, 504);
            }
            server.api().post(PATH, MESSAGE).expect(201);
        }
    }

    private static long refused(List<CompletableFuture<Api.Reply>> sends) {
        return sends.stream()
                .filter(send -> send.isDone() && send.join().status() == 503)
                .count();
    }

    private static int statusOf(String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
