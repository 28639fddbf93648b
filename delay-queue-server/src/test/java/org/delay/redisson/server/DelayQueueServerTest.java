package org.delay.redisson.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import tools.jackson.databind.JsonNode;

/** The server as a process: how it starts, what it shows, and how it ends. */
class DelayQueueServerTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static final Pattern FIRST_TOKEN = Pattern.compile("dq_first_[A-Za-z0-9_-]{43}");

    private static RedisServer redis;
    private static ServerProcess withoutTokens;
    private static List<String> printed;
    private static ServerProcess server;

    /** With the properties that a server without tokens prints, and a token that may do more. */
    @BeforeAll
    static void start() throws Exception {
        redis = RedisServer.start();
        withoutTokens = ServerProcess.launch("spring.data.redis.port=" + redis.port());
        withoutTokens.awaitExit();
        printed = withoutTokens
                .output()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("delay.redisson."))
                .toList();
        server = ServerProcess.start(redis.port(), printed.toArray(String[]::new));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        redis.close();
    }

    private static JsonNode receive(Server server, String topic, Map<String, Object> more) throws Exception {
        Map<String, Object> request = new HashMap<>(more);
        request.put("topics", List.of(topic));
        request.put("max", 10);
        request.putIfAbsent("waitMs", 20_000);
        return server.post("/receive", request).get("messages");
    }

    @Test
    void withoutTokensItPrintsOneAndEnds() throws Exception {
        assertThat(withoutTokens.awaitExit()).isEqualTo(1);
        assertThat(withoutTokens.output())
                .contains("There is no default token")
                .containsPattern(FIRST_TOKEN)
                .doesNotContain("Exception");
    }

    @Test
    void thePropertiesThatItPrintsLetThatTokenIn() throws Exception {
        assertThat(printed).hasSize(3);
        Matcher token = FIRST_TOKEN.matcher(withoutTokens.output());
        assertThat(token.find()).isTrue();
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.api() + "/topics/first/messages"))
                                .header("Authorization", "Bearer " + token.group())
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"body\":\"hello\",\"delayMs\":1}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(201);
    }

    @Test
    void whoeverTriesItOutGetsARedisAndATokenForOneRun() throws Exception {
        try (ServerProcess tried =
                ServerProcess.launch("spring.profiles.active=try").awaitHealth()) {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(tried.output())
                            .contains("TRYING OUT", "lost when the server ends", "http://127.0.0.1:" + tried.port())
                            .containsPattern("dq_try_[A-Za-z0-9_-]{43}"));
        }
    }

    @Test
    void nothingButTheApiAndHealthIsOpen() throws Exception {
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
                "/error",
                "/delay-queue/",
                "/delay-queue/api/overview")) {
            assertThat(server.get(path).statusCode()).as(path).isEqualTo(403);
        }
        assertThat(server.get("/delay-queue/v1/topics").statusCode()).isEqualTo(401);
        assertThat(server.output()).doesNotContain("generated security password", Server.TOKEN.token());
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

        Set<String> again = new HashSet<>();
        await().atMost(LONG).until(() -> {
            receive(server, "killed", Map.of("waitMs", 5_000))
                    .forEach(message -> again.add(message.get("id").stringValue()));
            return again.size() == 10;
        });
        assertThat(again).isEqualTo(leased);
    }

    /** Clients that are away must not take the API from the others, and must find it when they come back. */
    @Test
    void messagesThatNobodyReceivesLeaveItReady() throws Exception {
        server.send("left", "1", 0);
        RedissonClient client = redisson();
        try {
            String waiting = client.getKeys()
                    .getKeys(KeysScanOptions.defaults().pattern("delay:*:due:left"))
                    .iterator()
                    .next();
            client.getScoredSortedSet(waiting, StringCodec.INSTANCE)
                    .addScore("1", -Duration.ofHours(1).toMillis());
        } finally {
            client.shutdown();
        }
        await().atMost(LONG).until(() -> overdue("left").compareTo(Duration.ofMinutes(30)) > 0);
        assertThat(server.get("/actuator/health").statusCode()).isEqualTo(503);
        assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        var unused = receive(server, "left", Map.of());
    }

    private static RedissonClient redisson() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        return Redisson.create(config);
    }

    /** As the last count of all topics has it, which health looks at too. */
    private static Duration overdue(String topic) throws Exception {
        for (JsonNode counts : server.getJson("/topics").path("topics")) {
            if (counts.path("topic").stringValue().equals(topic)) {
                return Duration.ofMillis(counts.path("oldestOverdueMs").longValue());
            }
        }
        return Duration.ZERO;
    }
}
