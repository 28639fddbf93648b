package org.delay.redisson.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.delay.redisson.http.NewToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server on this machine, or what stands in front of some, and its client. */
class Server {

    static final NewToken TOKEN = NewToken.named("tests");

    static final Duration LONG = Duration.ofMinutes(5);

    private static final List<String> PERMISSIONS = List.of("send", "cancel", "receive", "inspect", "values", "manage");

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;

    Server(int port) {
        this.port = port;
    }

    /** With {@link #TOKEN}, which may do everything, on this Redis. */
    static String[] properties(int redis, String... more) {
        List<String> properties = new ArrayList<>(List.of(more));
        properties.add("spring.data.redis.port=" + redis);
        properties.add("spring.data.redis.timeout=15s");
        properties.add("delay.redisson.http.tokens.tests.sha256=" + TOKEN.sha256());
        PERMISSIONS.forEach(permission -> properties.add("delay.redisson.http.tokens.tests." + permission + "=*"));
        return properties.toArray(String[]::new);
    }

    final int port() {
        return port;
    }

    final String api() {
        return "http://127.0.0.1:" + port + "/delay-queue/v1";
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(LONG)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** What the API shows to {@link #TOKEN}. */
    JsonNode getJson(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(api() + path))
                .timeout(LONG)
                .header("Authorization", "Bearer " + TOKEN.token())
                .build();
        return JsonMapper.shared()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private HttpRequest request(String path, Object json) {
        return HttpRequest.newBuilder(URI.create(api() + path))
                .timeout(LONG)
                .header("Authorization", "Bearer " + TOKEN.token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(json)))
                .build();
    }

    JsonNode post(String path, Object json) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request(path, json), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return JsonMapper.shared().readTree(response.body());
    }

    CompletableFuture<HttpResponse<String>> postAsync(String path, Object json) {
        return http.sendAsync(request(path, json), HttpResponse.BodyHandlers.ofString());
    }

    void send(String topic, String id, long delayMs) throws IOException, InterruptedException {
        post("/topics/" + topic + "/messages", Map.of("id", id, "body", "hello", "delayMs", delayMs));
    }
}
