package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistrar;
import tools.jackson.databind.json.JsonMapper;

/** The actuator over HTTP, of an application as users have it. */
@SpringBootTest(
        classes = EndpointTest.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "delay.redisson.enable=true",
            "spring.data.redis.timeout=15s",
            "delay.redisson.register-service=shop",
            "delay.redisson.metrics.refresh=100ms",
            "management.endpoints.web.exposure.include=delayqueue,health,prometheus",
            "management.endpoint.health.show-details=always",
            "management.endpoint.health.probes.enabled=true",
            "management.endpoint.health.group.readiness.include=readinessState,delayQueue"
        })
@DirtiesContext
class EndpointTest {

    private static final Duration LATER = Duration.ofHours(1);

    private final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueMessage queue;

    record Answer(int status, String body) {

        Map<?, ?> json() {
            return JsonMapper.shared().readValue(body, Map.class);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator" + path));
    }

    private Answer call(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Answer call(String method, String path) {
        return call(request(path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /** As JSON, in the body. */
    private Answer post(String path, String id) {
        return json(path, Map.of("id", id));
    }

    private Answer json(String path, Map<String, ?> body) {
        return call(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
                .build());
    }

    private Answer get(String path) {
        return call("GET", path);
    }

    private Answer post(String path) {
        return call("POST", path);
    }

    private void send(String topic, String id) {
        producer.sendMessage(OutgoingMessage.to(topic)
                .id(id)
                .body("secret")
                .key("customer")
                .header("user", "name")
                .delay(LATER)
                .build());
    }

    private void dead(String topic, String id) {
        producer.sendMessage(
                OutgoingMessage.to(topic).id(id).body("no").delay(Duration.ZERO).build());
        Awaitility.await()
                .until(() -> queue.find(topic, id)
                        .map(stored -> stored.state() == State.DEAD)
                        .orElse(false));
    }

    @Test
    void topicsWithCounts() {
        send("counted", "a");
        send("counted", "b");
        dead("counted", "c");

        Awaitility.await()
                .untilAsserted(() -> assertThat(
                                (List<?>) get("/delayqueue").json().get("topics"))
                        .anySatisfy(topic -> assertThat((Map<?, ?>) topic)
                                .isEqualTo(Map.of(
                                        "topic",
                                        "counted",
                                        "due",
                                        2,
                                        "leased",
                                        0,
                                        "dead",
                                        1,
                                        "oldestOverdue",
                                        "PT0S",
                                        "paused",
                                        false))));
        assertThat((String) get("/delayqueue").json().get("age")).startsWith("PT");
        assertThat(get("/delayqueue/counted").json().get("due")).isEqualTo(2);
    }

    @Test
    void pauseAndResume() {
        send("paused", "a");

        assertThat(post("/delayqueue/paused/pause").json().get("paused")).isEqualTo(true);
        assertThat(queue.paused()).contains("paused");
        assertThat(post("/delayqueue/paused/pause").status()).isEqualTo(200);
        assertThat(get("/delayqueue/paused").json().get("paused")).isEqualTo(true);

        assertThat(post("/delayqueue/paused/resume").json().get("paused")).isEqualTo(false);
        assertThat(queue.paused()).doesNotContain("paused");
    }

    /** The body is the application's business, and not the operator's. */
    @Test
    void aMessageWithoutWhatIsInIt() {
        send("orders", "tenant/7 ä");

        Answer answer = get("/delayqueue/orders/message?id=tenant/7%20%C3%A4");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("id")).isEqualTo("tenant/7 ä");
        assertThat(answer.json().get("state")).isEqualTo("DUE");
        assertThat((String) answer.json().get("dueTime")).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(answer.json().get("body")).isEqualTo("******");
        assertThat(answer.body())
                .doesNotContain("secret")
                .doesNotContain("customer")
                .doesNotContain("name\"");
    }

    @Test
    void pagesOfDeadLetters() {
        dead("worn", "a");
        dead("worn", "b");
        dead("worn", "c");

        Answer first = get("/delayqueue/worn/dead?limit=2");
        Answer second =
                get("/delayqueue/worn/dead?limit=2&cursor=" + first.json().get("next"));

        assertThat((List<?>) first.json().get("messages")).hasSize(2);
        assertThat((List<?>) second.json().get("messages")).singleElement().satisfies(message -> {
            assertThat(((Map<?, ?>) message).get("id")).isEqualTo("c");
            assertThat((String) ((Map<?, ?>) message).get("error")).contains("on purpose");
        });
        assertThat(second.json().get("next")).isNull();
    }

    @Test
    void cancelRedriveAndDelete() {
        send("worked", "a");
        dead("worked", "b");
        dead("worked", "c");

        assertThat(post("/delayqueue/worked/cancel", "a").json()).isEqualTo(Map.of("result", "CANCELLED"));
        assertThat(post("/delayqueue/worked/cancel", "a")).isEqualTo(new Answer(404, "{\"result\":\"NOT_FOUND\"}"));
        assertThat(call("DELETE", "/delayqueue/worked/dead?id=b").json()).isEqualTo(Map.of("result", "DELETED"));
        assertThat(call("DELETE", "/delayqueue/worked/dead?id=b").status()).isEqualTo(404);
        queue.pause("worked");
        assertThat(post("/delayqueue/worked/redrive", "c").json()).isEqualTo(Map.of("result", "SCHEDULED"));
        assertThat(post("/delayqueue/worked/redrive", "c").json()).isEqualTo(Map.of("result", "EXISTS"));
        assertThat(queue.counts("worked").due()).isOne();
        queue.resume("worked");
    }

    @Test
    void manyDeadLetters() {
        for (String id : List.of("a", "b", "c", "d")) {
            dead("many", id);
        }
        queue.pause("many");

        assertThat(json("/delayqueue/many/redrive-dead", Map.of("error", "on purpose", "olderThan", "0s", "limit", 1))
                        .json())
                .isEqualTo(Map.of("result", "REDRIVEN", "changed", 1, "kept", 0, "more", true));
        assertThat(json("/delayqueue/many/redrive-dead", Map.of("error", "another"))
                        .json()
                        .get("changed"))
                .isEqualTo(0);
        assertThat(json("/delayqueue/many/delete-dead", Map.of("olderThan", "1h"))
                        .json()
                        .get("changed"))
                .isEqualTo(0);
        assertThat(json("/delayqueue/many/delete-dead", Map.of("limit", 1)).json())
                .isEqualTo(Map.of("result", "DELETED", "changed", 1, "kept", 0, "more", true));
        assertThat(json("/delayqueue/many/redrive-dead", Map.of("all", true)).json())
                .isEqualTo(Map.of("result", "REDRIVEN", "changed", 2, "kept", 0, "more", false));
        assertThat(json("/delayqueue/many/delete-dead", Map.of("all", true))
                        .json()
                        .get("changed"))
                .isEqualTo(0);
        assertThat(queue.counts("many").due()).isEqualTo(3);
    }

    /** Parameters without JSON are dropped before the endpoint sees them. */
    @Test
    void aFilterThatIsLostOnTheWayChangesNothing() {
        dead("misspelt", "a");
        dead("misspelt", "b");

        for (String operation : List.of("redrive-dead", "delete-dead")) {
            String path = "/delayqueue/misspelt/" + operation;
            for (Answer answer : List.of(post(path), json(path, Map.of()), json(path, Map.of("all", false)))) {
                assertThat(answer.status()).isEqualTo(400);
                assertThat(String.valueOf(answer.json().get("result"))).contains("olderThan", "\"all\":true");
            }
        }
        assertThat(queue.counts("misspelt").dead()).isEqualTo(2);
    }

    @Test
    void aQueryWithoutJsonChangesNothing() {
        dead("query", "a");

        for (String request : List.of(
                "redrive-dead?error=nothing&limit=1", "delete-dead?all=true", "pause?id=a", "pause?topic=other")) {
            Answer answer = post("/delayqueue/query/" + request);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(String.valueOf(answer.json().get("result"))).contains("unknown names", "JSON body");
        }
        assertThat(queue.counts("query").dead()).isEqualTo(1);
        assertThat(get("/delayqueue/query").json().get("paused")).isEqualTo(false);
    }

    @Test
    void aFilterWithANameThatIsNoneOfItsOwnChangesNothing() {
        dead("half-misspelt", "a");
        dead("half-misspelt", "b");

        for (String operation : List.of("redrive-dead", "delete-dead")) {
            String path = "/delayqueue/half-misspelt/" + operation;
            for (String name : List.of("older-than", "Error", "id")) {
                for (Map<String, Object> valid :
                        List.<Map<String, Object>>of(Map.of(), Map.of("limit", 1), Map.of("all", true))) {
                    Map<String, Object> body = new HashMap<>(valid);
                    body.put(name, "1h");
                    Answer answer = json(path, body);

                    assertThat(answer.status()).isEqualTo(400);
                    assertThat(String.valueOf(answer.json().get("result"))).contains(name);
                }
            }
        }
        assertThat(queue.counts("half-misspelt").dead()).isEqualTo(2);
    }

    @Test
    void aTopicIsDeletedIfItIsEmptyOrByForce() {
        send("gone", "a");
        queue.pause("gone");

        assertThat(call("DELETE", "/delayqueue/gone").status()).isEqualTo(409);
        assertThat(call("DELETE", "/delayqueue/gone?force=false").json())
                .isEqualTo(Map.of("result", "NOT_EMPTY", "due", 1, "leased", 0, "dead", 0));
        assertThat(call("DELETE", "/delayqueue/gone?force=true"))
                .returns(200, Answer::status)
                .returns(Map.of("result", "DELETED", "due", 1, "leased", 0, "dead", 0), Answer::json);
        assertThat(get("/delayqueue/gone").status()).isEqualTo(404);
        assertThat(queue.paused()).doesNotContain("gone");
        assertThat(call("DELETE", "/delayqueue/gone").status()).isEqualTo(200);
    }

    @Test
    void theNumberOfShardsIsChanged() {
        int before = queue.shards();
        assertThat(json("/delayqueue", Map.of("shards", before + 1)).json())
                .isEqualTo(Map.of("result", "CHANGED", "shards", before + 1));
        assertThat(queue.shards()).isEqualTo(before + 1);
        assertThat(json("/delayqueue", Map.of("shards", 0)).status()).isEqualTo(400);
        assertThat(json("/delayqueue", Map.of()).status()).isEqualTo(400);
    }

    @Test
    void anIdAsAParameterOfAPost() {
        send("parameters", "a/b");

        Answer answer = call(request("/delayqueue/parameters/cancel?id=a/b")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());

        assertThat(answer.json()).isEqualTo(Map.of("result", "CANCELLED"));
    }

    @Test
    void pauseAndResumeAsJson() {
        send("paused-by-json", "a");

        assertThat(json("/delayqueue/paused-by-json/pause", Map.of()).json().get("paused"))
                .isEqualTo(true);
        assertThat(json("/delayqueue/paused-by-json/resume", Map.of()).json().get("paused"))
                .isEqualTo(false);
    }

    /** An unset variable of a script, and seconds that would be milliseconds. */
    @ParameterizedTest
    @CsvSource({"limit, ''", "limit, 1.5", "olderThan, ''", "olderThan, 3600", "olderThan, hour", "all, yes"})
    void aFilterWithAnUnclearValueChangesNothing(String name, String value) {
        dead("unclear", "a");

        Answer answer = json("/delayqueue/unclear/delete-dead", Map.of("error", "on purpose", name, value));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(String.valueOf(answer.json().get("result"))).startsWith(name + " must be");
        assertThat(queue.counts("unclear").dead()).isEqualTo(1);
    }

    /** Spring Boot joins them with commas. */
    @Test
    void severalValuesOfANameAreNotTakenForOneId() {
        dead("several", "a,b");
        dead("several", "a");
        send("several", "x,y");

        for (Answer answer : List.of(
                call("DELETE", "/delayqueue/several/dead?id=a&id=b"),
                json("/delayqueue/several/redrive?id=a&id=b", Map.of()),
                json("/delayqueue/several/cancel?id=x&id=y", Map.of()))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(String.valueOf(answer.json().get("result"))).endsWith("one value each: id");
        }
        assertThat(queue.counts("several").dead()).isEqualTo(2);
        assertThat(queue.counts("several").due()).isOne();
    }

    /** Spring Boot lets what is in the body or the query replace what is in the path. */
    @Test
    void onlyThePathSaysWhatIsChanged() {
        send("of-path", "a");
        send("of-body", "a");

        for (Answer answer : List.of(
                json("/delayqueue/of-path/cancel", Map.of("topic", "of-body", "id", "a")),
                json("/delayqueue/of-path/cancel?topic=of-body", Map.of("id", "a")),
                json("/delayqueue/of-path/cancel", Map.of("operation", "pause", "id", "a")),
                call("DELETE", "/delayqueue/of-path?topic=of-body&force=true"),
                call("DELETE", "/delayqueue/of-path?id=a&force=true"),
                call("DELETE", "/delayqueue/of-path/dead?topic=of-body&id=a"))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(String.valueOf(answer.json().get("result"))).contains("unknown names");
        }
        for (String topic : List.of("of-path", "of-body")) {
            assertThat(queue.counts(topic).due()).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause", "resume"})
    void aTopicIsPausedAsAWhole(String operation) {
        send("whole", "a");

        for (Map<String, ?> part : List.of(Map.of("id", "a"), Map.of("limit", 1))) {
            assertThat(json("/delayqueue/whole/" + operation, part).status()).isEqualTo(400);
        }
        assertThat(get("/delayqueue/whole").json().get("paused")).isEqualTo(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "redrive"})
    void oneMessageIsNamedAndNotFiltered(String operation) {
        send("one", "a");

        for (Map<String, ?> filter : List.of(Map.of("olderThan", "1h"), Map.of("error", "none"), Map.of("limit", 1))) {
            Map<String, Object> body = new HashMap<>(filter);
            body.put("id", "a");
            Answer answer = json("/delayqueue/one/" + operation, body);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(String.valueOf(answer.json().get("result"))).contains("only id");
        }
        assertThat(queue.find("one", "a")).isPresent();
    }

    /** Slashes of a path may be lost, and then another message is meant. */
    @ParameterizedTest
    @ValueSource(strings = {"a//b", "/a/b", "a/b/"})
    void anIdIsTakenToTheLetter(String id) {
        send("slashes", "a/b");
        send("slashes", id);

        assertThat(get("/delayqueue/slashes/message?id=" + id).json().get("id")).isEqualTo(id);
        assertThat(post("/delayqueue/slashes/cancel", id).json()).isEqualTo(Map.of("result", "CANCELLED"));
        assertThat(post("/delayqueue/slashes/redrive", id).status()).isEqualTo(404);
        assertThat(call("DELETE", "/delayqueue/slashes/dead?id=" + id).status()).isEqualTo(404);

        assertThat(queue.find("slashes", id)).isEmpty();
        assertThat(queue.find("slashes", "a/b")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /delayqueue/nobody, 404",
        "GET, /delayqueue/nobody/message?id=x, 404",
        "GET, /delayqueue/nobody/elsewhere, 404",
        "GET, /delayqueue/nobody/message/x, 404",
        "POST, /delayqueue/nobody/stop, 404",
        "POST, /delayqueue/nobody/cancel/x, 404",
        "POST, /delayqueue/nobody/redrive?id=x, 400",
        "DELETE, /delayqueue/nobody/due?id=x, 404",
        "DELETE, /delayqueue/nobody/dead/x, 404",
        "GET, /delayqueue/nobody/message, 400",
        "GET, /delayqueue/nobody/message?id=, 400",
        "POST, /delayqueue/nobody/cancel, 400",
        "POST, /delayqueue/nobody/redrive, 400",
        "DELETE, /delayqueue/nobody/dead, 400",
        "DELETE, /delayqueue/no%20topic, 400",
        "DELETE, /delayqueue/nobody?force=perhaps, 400",
        "DELETE, /delayqueue/nobody?force=yes, 400",
        "GET, /delayqueue/no%20topic, 400",
        "POST, /delayqueue/no%20topic/pause, 400",
        "GET, /delayqueue/nobody/dead?limit=0, 400",
        "GET, /delayqueue/nobody/dead?limit=many, 400",
        "GET, /delayqueue/nobody/dead?cursor=x, 400",
        "GET, /delayqueue/nobody/message?id=a%01b, 400"
    })
    void badInputAndWhatIsNotThere(String method, String path, int status) {
        assertThat(call(method, path).status()).isEqualTo(status);
    }

    @Test
    void aRefusalSaysWhy() {
        assertThat(get("/delayqueue/nobody/dead?limit=many").body())
                .isEqualTo("{\"result\":\"limit must be a number, but is 'many'\"}");
        assertThat(get("/delayqueue/nobody/dead?limit=0").body()).contains("limit must be 1 to 1000");
        assertThat(get("/delayqueue/no%20topic").body()).contains("topic must be 1 to 249 letters");
        assertThat(call("POST", "/delayqueue/nobody/redrive").body()).contains("id must be given");
        assertThat(call("DELETE", "/delayqueue/nobody/dead").body()).contains("id must be given");
    }

    private static String lateness(String part, String rest) {
        return "delay_queue_lateness_seconds_" + part + "\\{attempt=\"first\",destination=\"[^\"]+\",topic=\"load\""
                + Pattern.quote(rest);
    }

    @Test
    void aScrapeUnderLoadHasTheLatenessInIt() {
        for (int i = 0; i < 500; i++) {
            producer.sendMessage("load", "text", Duration.ofMillis(50 + i / 10));
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(get("/prometheus").body())
                        .containsPattern(
                                "delay_queue_delivered_total\\{destination=\"[^\"]+\",topic=\"load\"} 500\\.0"));

        String scrape = get("/prometheus").body();

        assertThat(scrape)
                .contains("# TYPE delay_queue_lateness_seconds histogram")
                .containsPattern(lateness("bucket", ",le=\"0.001\"}"))
                .containsPattern(lateness("bucket", ",le=\"3600.0\"} 500"))
                .containsPattern(lateness("count", "} 500"))
                .contains("delay_queue_scheduled_total{outcome=\"scheduled\",topic=\"load\"} 500.0")
                .contains("delay_queue_claim_seconds_count{outcome=\"claimed\"}")
                .contains("delay_queue_send_seconds_count{outcome=\"success\"}");
        // The topic is counted when the last reading is old enough, which depends on how long that took.
        Awaitility.await()
                .untilAsserted(() -> assertThat(get("/prometheus").body())
                        .contains("delay_queue_pending{topic=\"load\"}")
                        .contains("delay_queue_oldest_overdue_seconds{topic=\"load\"}"));
    }

    @Test
    void healthAndReadinessWhereItWasAskedFor() {
        assertThat(get("/health").body()).contains("\"delayQueue\":{\"details\":{\"dispatching\":true");
        assertThat(get("/health/readiness").body()).contains("\"delayQueue\"");
        assertThat(get("/health/liveness").body()).doesNotContain("delayQueue");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RedisServer redis() {
            return RedisServer.start();
        }

        @Bean
        DynamicPropertyRegistrar servers(RedisServer redis) {
            return registry -> registry.add("spring.data.redis.port", redis::port);
        }

        @Bean
        DelayQueueMessageConsumer consumer() {
            return new DelayQueueMessageConsumer() {
                @Override
                protected void processMessages(String topic, List<DelayedMessage> messages) {
                    if (messages.get(0).body().equals("no")) {
                        throw new PermanentFailure("on purpose");
                    }
                }
            };
        }
    }
}
