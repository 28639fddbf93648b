package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The server as a process: how it starts, what it shows, and how it ends. */
class DelayQueueServerTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static JsonNode receive(ServerProcess server, String topic, Map<String, Object> more) throws Exception {
        Map<String, Object> request = new HashMap<>(more);
        request.put("topics", List.of(topic));
        request.put("max", 10);
        request.putIfAbsent("waitMs", 20_000);
        return server.post("/receive", request).get("messages");
    }

    /** And the properties that it prints let that token in. */
    @Test
    void withoutTokensItPrintsOneAndEnds() throws Exception {
        String printed;
        try (ServerProcess server = ServerProcess.launch("spring.data.redis.port=" + redis.port())) {
            assertThat(server.awaitExit()).isEqualTo(1);
            printed = server.output();
        }
        assertThat(printed).contains("There is no default token").doesNotContain("Exception");
        Matcher token = Pattern.compile("dq_first_[A-Za-z0-9_-]{43}").matcher(printed);
        assertThat(token.find()).isTrue();
        List<String> properties = printed.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("delay.redisson."))
                .toList();
        assertThat(properties).hasSize(3);

        List<String> all = new ArrayList<>(properties);
        all.add("spring.data.redis.port=" + redis.port());
        try (ServerProcess server =
                ServerProcess.launch(all.toArray(String[]::new)).awaitHealth()) {
            HttpResponse<String> answer = java.net.http.HttpClient.newHttpClient()
                    .send(
                            java.net.http.HttpRequest.newBuilder(
                                            java.net.URI.create(server.api() + "/topics/first/messages"))
                                    .header("Authorization", "Bearer " + token.group())
                                    .header("Content-Type", "application/json")
                                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(
                                            "{\"body\":\"hello\",\"delayMs\":1}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(201);
        }
    }

    @Test
    void whoeverTriesItOutGetsARedisAndATokenForOneRun() throws Exception {
        try (ServerProcess server =
                ServerProcess.launch("spring.profiles.active=try").awaitHealth()) {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(server.output())
                            .contains("TRYING OUT", "lost when the server ends", "http://127.0.0.1:" + server.port())
                            .containsPattern("dq_try_[A-Za-z0-9_-]{43}"));
        }
    }

    @Test
    void nothingButTheApiAndHealthIsOpen() throws Exception {
        try (ServerProcess server = ServerProcess.start(redis.port())) {
            assertThat(server.get("/actuator/health").body())
                    .contains("\"status\":\"UP\"")
                    .doesNotContain("components", "redis");
            assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            for (String path : List.of(
                    "/",
                    "/actuator",
                    "/actuator/env",
                    "/actuator/delayqueue",
                    "/actuator/shutdown",
                    "/login",
                    "/error")) {
                assertThat(server.get(path).statusCode()).as(path).isEqualTo(403);
            }
            assertThat(server.get("/delay-queue/v1/topics").statusCode()).isEqualTo(401);
            assertThat(server.output()).doesNotContain("generated security password", ServerProcess.TOKEN.token());
        }
    }

    @Test
    void theDashboardIsClosedWithoutItsProfileAndHasALoginWithIt() throws Exception {
        try (ServerProcess server = ServerProcess.start(redis.port())) {
            assertThat(server.get("/delay-queue/").statusCode()).isEqualTo(403);
            assertThat(server.get("/delay-queue/api/overview").statusCode()).isEqualTo(403);
        }
        try (ServerProcess server = ServerProcess.start(
                redis.port(), "spring.profiles.active=dashboard", "spring.security.user.password=open-sesame")) {
            assertThat(server.get("/delay-queue/").headers().firstValue("Location"))
                    .hasValueSatisfying(location -> assertThat(location).endsWith("/login"));
            assertThat(server.get("/delay-queue/api/overview").statusCode()).isEqualTo(401);
            assertThat(server.get("/actuator/env").statusCode()).isEqualTo(403);
            assertThat(server.get("/delay-queue/v1/topics").statusCode()).isEqualTo(401);
            server.send("shown", "1", 60_000);

            java.net.http.HttpClient browser = java.net.http.HttpClient.newBuilder()
                    .cookieHandler(new java.net.CookieManager())
                    .build();
            String form = ask(browser, server, "/login", null);
            Matcher csrf =
                    Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(form);
            assertThat(csrf.find()).isTrue();
            ask(
                    browser,
                    server,
                    "/login",
                    "username=operator&password=open-sesame&_csrf="
                            + java.net.URLEncoder.encode(csrf.group(1), java.nio.charset.StandardCharsets.UTF_8));
            assertThat(ask(browser, server, "/delay-queue/api/session", null))
                    .contains("\"user\":\"operator\"", "\"mayOperate\":true");
            assertThat(server.output()).doesNotContain("generated security password");
        }
    }

    private static String ask(
            java.net.http.HttpClient browser, ServerProcess server, String path, @Nullable String form)
            throws Exception {
        java.net.http.HttpRequest.Builder request =
                java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:" + server.port() + path));
        if (form != null) {
            request.header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(form));
        }
        return browser.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The lease is all that a client which vanishes leaves behind, with the server that it asked. */
    @Test
    void whatClientsHadLeasedComesAgainAfterTheServerWasKilled() throws Exception {
        ServerProcess killed = ServerProcess.start(redis.port());
        for (int i = 0; i < 10; i++) {
            killed.send("killed", "" + i, 0);
        }
        Set<String> leased = new HashSet<>();
        while (leased.size() < 10) {
            receive(killed, "killed", Map.of("leaseMs", 3_000))
                    .forEach(message -> leased.add(message.get("id").stringValue()));
        }
        killed.kill();

        try (ServerProcess server = ServerProcess.start(redis.port())) {
            Set<String> again = new HashSet<>();
            await().atMost(LONG).until(() -> {
                receive(server, "killed", Map.of("waitMs", 5_000))
                        .forEach(message -> again.add(message.get("id").stringValue()));
                return again.size() == 10;
            });
            assertThat(again).isEqualTo(leased);
        }
    }
}
