package org.delay.redisson.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.delay.redisson.http.NewToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server as a process of its own, so that it can be ended in every way. */
final class ServerProcess implements AutoCloseable {

    static final NewToken TOKEN = NewToken.named("tests");

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final List<String> PERMISSIONS = List.of("send", "cancel", "receive", "inspect", "values", "manage");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final Path output;
    private final int port;

    private ServerProcess(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /** Starts it as somebody would who sets these properties; does not wait. */
    static ServerProcess launch(String... properties) {
        try {
            int port = freePort();
            Path output = Files.createTempFile("server", ".log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    DelayQueueServer.class.getName(),
                    "--server.port=" + port));
            for (String property : properties) {
                command.add("--" + property);
            }
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new ServerProcess(process, output, port);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With {@link #TOKEN}, which may do everything, on this Redis. */
    static ServerProcess start(int redis, String... more) {
        List<String> properties = new ArrayList<>(List.of(more));
        properties.add("spring.data.redis.port=" + redis);
        properties.add("spring.data.redis.timeout=15s");
        properties.add("delay.redisson.http.tokens.tests.sha256=" + TOKEN.sha256());
        PERMISSIONS.forEach(permission -> properties.add("delay.redisson.http.tokens.tests." + permission + "=*"));
        return launch(properties.toArray(String[]::new)).awaitHealth();
    }

    ServerProcess awaitHealth() {
        Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(100)).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(output());
            }
            try {
                return get("/actuator/health/readiness").statusCode() == 200;
            } catch (IOException e) {
                return false;
            }
        });
        return this;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    String api() {
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

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** As {@code kill}: SIGTERM. */
    void terminate() {
        process.destroy();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("It does not end: " + output());
        }
        return process.exitValue();
    }

    String output() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
