package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.http.Api.encoded;
import static org.delay.redisson.http.Api.json;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends, shows, reschedules and cancels over HTTP. */
class MessagesTest {

    private static final String T = "/topics/order-timeout/messages";

    private static RedisServer redis;
    private static ApiServer server;
    private static Api api;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ApiServer.start(redis);
        api = server.api();
    }

    @AfterAll
    static void stop() {
        server.close();
        redis.close();
    }

    private static StoredMessage stored(String id) {
        return server.queue().find("order-timeout", id).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?id=limited&id=other", "?id=limited&dryRun=true"})
    void aChangeTakesOneIdAndNothingElse(String query) {
        api.post(T, "{\"id\":\"limited\",\"body\":1,\"delayMs\":3600000}");

        api.call("DELETE", T + query, null).expect(400);
        api.call("PATCH", T + query, "{\"delayMs\":1}").expect(400);

        assertThat(api.call("DELETE", T + "?id=limited", null).expect(200).at("outcome"))
                .isEqualTo("CANCELLED");
    }

    @Test
    void aMessageIsStoredWithAllItsOptions() {
        Api.Reply reply = api.post(T, """
                {"id":"a/b c","body":"text","delayMs":3600000,"key":"k","headers":{"h":"v"},"priority":9,"timeToLiveMs":60000}
                """).expect(201);

        assertThat(reply.at("id")).isEqualTo("a/b c");
        assertThat(reply.at("outcome")).isEqualTo("SCHEDULED");
        StoredMessage stored = stored("a/b c");
        assertThat(stored.message().dueTime()).isEqualTo(Instant.parse((String) reply.at("dueTime")));
        assertThat(stored.message().body()).isEqualTo("text");
        assertThat(stored.message().key()).isEqualTo("k");
        assertThat(stored.message().headers()).isEqualTo(Map.of("h", "v"));
        assertThat(stored.message().priority()).isEqualTo(9);
        assertThat(stored.timeToLive()).hasSeconds(60);
        Api.Reply shown = api.get(T + "?id=" + encoded("a/b c")).expect(200);
        assertThat(shown.at("body")).isEqualTo("text");
        assertThat(shown.at("state")).isEqualTo("DUE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ \"price\" : 1.10,\"n\":12345678901234567890123, \"e\":1E5 , \"a\":1,\"a\":2}",
                "[ 1 ,\t2 ]",
                "1.50",
                "-0",
                "true",
                "null",
                "{\"text\":\"\\u00e9\\/ é 你\"}"
            })
    void whatIsNoStringIsStoredAsItWasSent(String body) {
        api.post(T, "{\"id\":\"raw\",\"onDuplicate\":\"REPLACE\",\"body\": " + body + " ,\"delayMs\":3600000}");

        assertThat(stored("raw").message().body()).isEqualTo(body);
    }

    @Test
    void aStringIsStoredAsItsText() {
        api.post(T, "{\"id\":\"string\",\"body\":\"a\\n\\u00e9\\\"\",\"delayMs\":3600000}")
                .expect(201);

        assertThat(stored("string").message().body()).isEqualTo("a\né\"");
    }

    @Test
    void aRepetitionDoesNotMoveTheDueTime() {
        Object first = api.post(T, "{\"id\":\"again\",\"body\":1,\"delayMs\":3600000}")
                .expect(201)
                .at("dueTime");

        Api.Reply second =
                api.post(T, "{\"id\":\"again\",\"body\":2,\"delayMs\":7200000}").expect(200);

        assertThat(second.at("outcome")).isEqualTo("KEPT");
        assertThat(second.at("dueTime")).isEqualTo(first);
        assertThat(api.post(T, "{\"id\":\"again\",\"body\":2,\"delayMs\":7200000,\"onDuplicate\":\"REJECT\"}")
                        .expect(409)
                        .at("type"))
                .isEqualTo("urn:delay-queue:duplicate");
        assertThat(api.post(T, "{\"id\":\"again\",\"body\":2,\"delayMs\":7200000,\"onDuplicate\":\"REPLACE\"}")
                        .expect(200)
                        .at("outcome"))
                .isEqualTo("REPLACED");
    }

    @Test
    void aMessageIsRescheduledAndCancelledOnce() {
        OffsetDateTime time =
                OffsetDateTime.now(ZoneOffset.ofHours(1)).plusDays(1).withNano(0);
        api.post(T, json(Map.of("id", "c", "body", 1, "dueTime", time.toString())))
                .expect(201);
        assertThat(stored("c").message().dueTime()).isEqualTo(time.toInstant());

        assertThat(api.call("PATCH", T + "?id=c", "{\"delayMs\":3600000}")
                        .expect(200)
                        .at("outcome"))
                .isEqualTo("RESCHEDULED");
        assertThat(api.call("DELETE", T + "?id=c", null).expect(200).at("outcome"))
                .isEqualTo("CANCELLED");

        api.call("DELETE", T + "?id=c", null).expect(404);
        api.call("PATCH", T + "?id=c", "{\"delayMs\":3600000}").expect(404);
        assertThat(api.get(T + "?id=c").expect(404).at("type")).isEqualTo("urn:delay-queue:no-such-message");
    }

    @Test
    void eachMessageOfABulkHasAResultOfItsOwn() {
        api.post(T, "{\"id\":\"there\",\"body\":1,\"delayMs\":3600000}");
        List<Map<String, Object>> results =
                Api.send(api.request("POST", "/messages", """
                        {"messages":[
                          {"topic":"bulk","id":"1","body":{"n": 1},"delayMs":3600000},
                          {"topic":"b d","body":1,"delayMs":1},
                          {"topic":"order-timeout","id":"there","body":1,"delayMs":3600000,"onDuplicate":"REJECT"},
                          {"topic":"bulk","body":1},
                          {"topic":"bulk","body":"\\ud800","delayMs":3600000},
                          {"topic":"bulk","body":1,"delayMs":3600000}
                        ]}""")).expect(200).list("results");

        assertThat(results).hasSize(6);
        assertThat(results.get(0)).containsEntry("outcome", "SCHEDULED").containsEntry("id", "1");
        assertThat(results.get(1)).containsEntry("status", 400);
        assertThat(results.get(2)).containsEntry("status", 409).containsEntry("id", "there");
        assertThat(results.get(3)).containsEntry("status", 400);
        assertThat(results.get(4)).containsEntry("status", 400);
        assertThat(results.get(5)).containsEntry("outcome", "SCHEDULED");
        assertThat(server.queue().find("bulk", "1").orElseThrow().message().body())
                .isEqualTo("{\"n\": 1}");
    }

    @Test
    void aMessageOfABulkThatIsDueInTenYearsIsRefusedAlone() {
        List<Map<String, Object>> results =
                Api.send(api.request("POST", "/messages", """
                        {"messages":[
                          {"topic":"far","id":"1","body":1,"delayMs":3600000},
                          {"topic":"far","id":"2","body":1,"dueTime":"2100-01-01T00:00:00Z"}
                        ]}""")).expect(200).list("results");

        assertThat(results.get(0)).containsEntry("outcome", "SCHEDULED");
        assertThat(results.get(1)).containsEntry("status", 400);
        assertThat((String) results.get(1).get("detail")).startsWith("dueTime must be at most 3653 days from now");
    }

    @Test
    void theResultsOfOneIdThatABulkHasSeveralTimesAreInItsOrder() {
        String[] onDuplicate = {"REPLACE", "REJECT", "KEEP", "REJECT", "REPLACE"};
        List<Map<String, Object>> messages = new ArrayList<>();
        for (String one : onDuplicate) {
            messages.add(Map.of(
                    "topic", "twice", "id", "a", "body", messages.size(), "delayMs", 3_600_000, "onDuplicate", one));
        }
        assertThat(api.post("/messages", json(Map.of("messages", messages)))
                        .expect(200)
                        .list("results"))
                .extracting(one -> one.containsKey("outcome") ? one.get("outcome") : one.get("status"))
                .containsExactly("SCHEDULED", 409, "KEPT", 409, "REPLACED");
        assertThat(server.queue().find("twice", "a").orElseThrow().message().body())
                .isEqualTo("4");
    }

    @Test
    void aThousandMessagesAreSentAtOnceAndNotMore() {
        List<Map<String, Object>> messages = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            messages.add(Map.of("topic", "many", "id", "m" + i, "body", "b", "delayMs", 3_600_000));
        }
        List<Map<String, Object>> results = api.post("/messages", json(Map.of("messages", messages)))
                .expect(200)
                .list("results");
        assertThat(results).hasSize(1_000).extracting(one -> one.get("id")).doesNotHaveDuplicates();

        messages.add(messages.get(0));
        api.post("/messages", json(Map.of("messages", messages))).expect(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}{}",
                "{\"body\":1}",
                "{\"delayMs\":1}",
                "{\"body\":1,\"delayMs\":1,\"dueTime\":\"2030-01-01T00:00:00Z\"}",
                "{\"body\":1,\"delayMs\":-1}",
                "{\"body\":1,\"delayMs\":1.5}",
                "{\"body\":1,\"delayMs\":\"1\"}",
                "{\"body\":1,\"delayMs\":99999999999999999999}",
                "{\"body\":1,\"delayMs\":9223372036854775807}",
                "{\"body\":1,\"dueTime\":\"tomorrow\"}",
                "{\"body\":1,\"delayMs\":1,\"dealyMs\":1}",
                "{\"body\":1,\"delayMs\":1,\"delayMs\":2}",
                "{\"body\":1,\"delayMs\":1,\"id\":\"\"}",
                "{\"body\":1,\"delayMs\":1,\"id\":\"\\u0000\"}",
                "{\"body\":1,\"delayMs\":1,\"headers\":{\"a\":1}}",
                "{\"body\":1,\"delayMs\":1,\"priority\":10}",
                "{\"body\":1,\"delayMs\":1,\"onDuplicate\":\"PERHAPS\"}"
            })
    void whatBreaksARuleIsRefusedAndNotStored(String request) {
        long before = server.queue().counts("strict").due();

        Api.Reply reply = api.post("/topics/strict/messages", request).expect(400);

        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(server.queue().counts("strict").due()).isEqualTo(before);
    }

    @Test
    void whileRedisIsAwaySendsAreRefusedOrUnknownAndNameTheirId() {
        try (RedisServer own = RedisServer.start();
                ApiServer alone = ApiServer.start(own, "spring.data.redis.timeout=1s")) {
            own.kill();

            Api.Reply reply =
                    alone.api().post("/topics/t/messages", "{\"id\":\"mine\",\"body\":1,\"delayMs\":3600000}");

            assertThat(reply.status()).isIn(503, 504);
            assertThat(reply.at("id")).isEqualTo("mine");
            if (reply.status() == 503) {
                assertThat(reply.header("Retry-After")).isNotEmpty();
            }
        }
    }

    /** Each call would wait for Redis as long as the first. */
    @Test
    void whileRedisHangsOneIdThatABulkHasManyTimesIsSentOnce() {
        try (RedisServer own = RedisServer.start();
                ApiServer alone = ApiServer.start(own, "spring.data.redis.timeout=1s")) {
            Map<String, Object> message = Map.of("topic", "t", "id", "a", "body", 1, "delayMs", 3_600_000);
            String request = json(Map.of("messages", Collections.nCopies(100, message)));
            own.pause();
            try {
                List<Map<String, Object>> results =
                        alone.api().post("/messages", request).expect(200).list("results");

                assertThat((Integer) results.get(0).get("status")).isIn(503, 504);
                assertThat(results.subList(1, 100)).allSatisfy(one -> {
                    assertThat(one).containsEntry("status", 503).containsEntry("id", "a");
                    assertThat((String) one.get("detail")).startsWith("This message was not sent");
                });
            } finally {
                own.resume();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%ff", "a%", "%c0%af"})
    void aQueryThatIsMalformedIsRefused(String id) throws IOException {
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.getOutputStream()
                    .write(("GET /delay-queue/v1/topics/t/messages?id=" + id
                                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                                    + ApiServer.ALL + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400")
                    .contains("urn:delay-queue:invalid-request");
        }
    }
}
