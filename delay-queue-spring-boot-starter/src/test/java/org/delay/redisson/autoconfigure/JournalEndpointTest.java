package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistrar;
import org.springframework.transaction.PlatformTransactionManager;
import tools.jackson.databind.json.JsonMapper;

/** The journal's endpoint over HTTP. */
@SpringBootTest(
        classes = JournalEndpointTest.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "delay.redisson.enable=true",
            "delay.redisson.auto-startup=false",
            "delay.redisson.register-service=shop",
            "delay.redisson.journal.enabled=true",
            "delay.redisson.journal.history=all",
            "management.endpoints.web.exposure.include=delayqueuejournal"
        })
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
class JournalEndpointTest {

    private static final Duration LATER = Duration.ofHours(1);
    private static final String PATH = "/delayqueuejournal";

    private final HttpClient http = HttpClient.newHttpClient();
    private final String topic = "t-" + UUID.randomUUID();

    @LocalServerPort
    private int port;

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueMessage queue;

    /** Behind the journal. */
    private DelayQueueMessage bare;

    @Autowired
    private DelayQueueJournal journal;

    @Autowired
    private RedisServer redis;

    record Answer(int status, String body) {

        Map<?, ?> json() {
            return JsonMapper.shared().readValue(body, Map.class);
        }

        List<?> messages() {
            return (List<?>) json().get("messages");
        }

        Map<?, ?> report() {
            return (Map<?, ?>) json().get("report");
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator" + PATH + path));
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

    private Answer get(String path) {
        return call("GET", path);
    }

    private Answer post(String path, Map<String, ?> body) {
        return call(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
                .build());
    }

    private void send(String id, Duration delay) {
        producer.sendMessage(OutgoingMessage.to(topic)
                .id(id)
                .body("secret")
                .key("customer")
                .delay(delay)
                .build());
    }

    private void flushAll() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.uri());
        RedissonClient client = Redisson.create(config);
        client.getKeys().flushall();
        client.shutdown();
    }

    @Autowired
    void open(RedisConnection connection) {
        bare = RedissonDelayQueue.on(connection.client())
                .service("shop")
                .bodyConverter(new FastjsonBodyConverter())
                .build();
    }

    @BeforeEach
    void othersHaveEnded() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !"RUNNING"
                        .equals(
                                get("/task").status() == 404
                                        ? ""
                                        : get("/task").json().get("state")));
        // An empty Redis waits for this, and nothing is confirmed until then.
        var unused = journal.restore(RestoreRequest.ALL, progress -> {});
    }

    @Test
    void aMessageWithItsHistoryAndWithoutWhatIsInIt() {
        send("tenant/7 ä", LATER);
        queue.cancel(topic, "tenant/7 ä");

        Answer answer = get("/message?topic=" + topic + "&id=tenant/7%20%C3%A4");

        assertThat(answer.status()).isEqualTo(200);
        Map<?, ?> message = (Map<?, ?>) answer.json().get("message");
        assertThat(message.get("id")).isEqualTo("tenant/7 ä");
        assertThat(message.get("state")).isEqualTo("CANCELLED");
        assertThat((String) message.get("dueTime")).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat((List<?>) answer.json().get("history"))
                .extracting(entry -> String.valueOf(((Map<?, ?>) entry).get("change")))
                .startsWith("SENT")
                .contains("CANCELLED");
        assertThat((List<?>) answer.json().get("history")).allSatisfy(entry -> {
            assertThat((String) ((Map<?, ?>) entry).get("instance")).isNotEmpty();
            assertThat((String) ((Map<?, ?>) entry).get("thread")).isNotEmpty();
        });
        assertThat(answer.body()).contains("******").doesNotContain("secret").doesNotContain("customer");
        assertThat(get("/message?topic=" + topic + "&id=nobody").status()).isEqualTo(404);
    }

    @Test
    void searchesInPages() {
        for (int i = 0; i < 5; i++) {
            send("m/" + i, LATER);
        }
        queue.cancel(topic, "m/4");

        Answer first = get("/messages?key=customer&topic=" + topic + "&state=waiting&limit=3");
        Answer second = get("/messages?key=customer&topic=" + topic + "&state=WAITING&limit=3&cursor="
                + first.json().get("next"));

        assertThat(first.messages()).hasSize(3);
        assertThat(second.messages())
                .singleElement()
                .satisfies(
                        message -> assertThat(((Map<?, ?>) message).get("id")).isEqualTo("m/3"));
        assertThat(second.json().get("next")).isNull();
        assertThat(get("/messages?id=m/4&topic=" + topic).messages()).hasSize(1);
        assertThat(first.body()).doesNotContain("secret").doesNotContain("customer");
    }

    @Test
    void restoresWhatIsLost(CapturedOutput output) {
        for (int i = 0; i < 3; i++) {
            send("m-" + i, LATER);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> journal.backlog().pending() == 0);
        flushAll();

        Answer counted = post("/restore", Map.of("dryRun", true, "topic", topic));

        assertThat(counted.status()).isEqualTo(200);
        assertThat(counted.report().get("missing")).isEqualTo(3);
        assertThat(queue.counts(topic).due()).isZero();

        Answer one = post("/restore", Map.of("dryRun", false, "topic", topic, "id", "m-1"));

        assertThat(one.report().get("restored")).isEqualTo(1);
        assertThat(queue.counts(topic).due()).isOne();

        Answer all = post("/restore", Map.of("dryRun", false, "all", true));

        assertThat(all.json().get("state")).isEqualTo("DONE");
        assertThat(queue.counts(topic).due()).isEqualTo(3);
        assertThat(get("/task").json()).isEqualTo(all.json());
        assertThat(output)
                .contains("Operation by an unknown user: restore RestoreRequest[topic=" + topic + ", id=m-1")
                .contains(": STARTED")
                .contains(": DONE RestoreReport[waiting=1, missing=1");
    }

    @Test
    void theAuditIsResumed(CapturedOutput output) {
        assertThat(call("POST", "/resume-audit")).isEqualTo(new Answer(200, "{\"result\":\"RESUMED\"}"));
        assertThat(output).contains("Operation by an unknown user: resume the journal's audit: RESUMED");
    }

    @Test
    void theAuditIsResumedAsAWhole() {
        for (Map<String, ?> part : List.of(Map.of("dryRun", true), Map.of("topic", topic))) {
            assertThat(post("/resume-audit", part))
                    .isEqualTo(new Answer(400, "{\"result\":\"resume-audit takes no parameters\"}"));
        }
        assertThat(call("POST", "/resume-audit?topic=" + topic).status()).isEqualTo(400);
    }

    @Test
    void takesInWhatWasSentWithoutTheJournal() {
        bare.schedule(List.of(
                OutgoingMessage.to(topic).id("a").body("x").delay(LATER).build(),
                OutgoingMessage.to(topic).id("b").body("x").delay(LATER).build()));

        assertThat(post("/adopt", Map.of("dryRun", true, "topic", topic))
                        .report()
                        .get("unrecorded"))
                .isEqualTo(2);
        assertThat(journal.find(topic, "a")).isEmpty();
        Answer adopted = post("/adopt", Map.of("dryRun", false, "topic", topic));

        assertThat(adopted.json().get("operation")).isEqualTo("adopt");
        assertThat(adopted.report().get("adopted")).isEqualTo(2);
        assertThat(journal.find(topic, "a")).isPresent();
        assertThat(post("/adopt", Map.of("dryRun", false, "all", true)).status())
                .isEqualTo(200);
        assertThat(post("/adopt", Map.of("dryRun", false)).status()).isEqualTo(400);
        for (String other : List.of("id", "overdue")) {
            assertThat(post("/adopt", Map.of("dryRun", false, "topic", topic, other, "expire"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void whatIsOverdueCanExpire() {
        send("late", Duration.ZERO);
        await().atMost(Duration.ofSeconds(60)).until(() -> journal.backlog().pending() == 0);
        flushAll();

        Answer answer = post("/restore", Map.of("dryRun", false, "topic", topic, "overdue", "expire"));

        assertThat(answer.report().get("expired")).isEqualTo(1);
        assertThat(journal.find(topic, "late").orElseThrow().row().version().state())
                .isEqualTo(MessageState.EXPIRED);
    }

    @Test
    void aRestoreThatTakesLongShowsItsProgressAndCanBeStopped() {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(OutgoingMessage.to(topic)
                    .id("m-" + i)
                    .body("x")
                    .delay(LATER)
                    .build());
        }
        queue.schedule(messages);
        await().atMost(Duration.ofSeconds(60)).until(() -> journal.backlog().pending() == 0);
        flushAll();

        // A page has 200.
        Answer begun = post("/restore", Map.of("dryRun", false, "topic", topic, "perSecond", 40));

        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.json().get("state")).isEqualTo("RUNNING");
        assertThat(post("/restore", Map.of("dryRun", true)).status()).isEqualTo(409);
        await().atMost(Duration.ofSeconds(60)).until(() -> get("/task").report() != null);
        assertThat(get("").json().get("task")).isNotNull();
        var unused = call("DELETE", "/task");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> get("/task").json().get("state").equals("STOPPED"));
        assertThat(queue.counts(topic).due()).isBetween(200L, 400L);

        assertThat(post("/restore", Map.of("dryRun", false, "topic", topic)).status())
                .isEqualTo(200);
        assertThat(queue.counts(topic).due()).isEqualTo(600);
    }

    @Test
    void aRequestThatIsLostOnTheWayBeginsNothing() {
        send("m", LATER);
        await().atMost(Duration.ofSeconds(60)).until(() -> journal.backlog().pending() == 0);
        flushAll();

        for (Answer answer : List.of(
                call("POST", "/restore"),
                call("POST", "/restore?dryRun=false&all=true"),
                post("/restore", Map.of()),
                post("/restore", Map.of("all", true)),
                post("/restore", Map.of("dryRun", false)))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat((String) answer.json().get("result")).contains("JSON body");
        }
        assertThat(queue.counts(topic).due()).isZero();
    }

    /** It would not be seen, and what is overdue would be delivered. */
    @Test
    void aMisspeltNameBesideTheOthersBeginsNothing() {
        send("late", Duration.ZERO);
        await().atMost(Duration.ofSeconds(60)).until(() -> journal.backlog().pending() == 0);
        flushAll();

        for (Answer answer : List.of(
                post("/restore", Map.of("dryRun", false, "all", true, "overdeu", "expire")),
                post("/restore", Map.of("dryRun", false, "topics", topic)),
                post("/adopt", Map.of("dryRun", false, "all", true, "what", "restore")))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat((String) answer.json().get("result")).contains("unknown names");
        }
        assertThat(queue.counts(topic).due()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dryRun|perhaps|dryRun must be true or false",
                "overdue|never|overdue must be one of deliver, expire",
                "perSecond|many|perSecond must be a number",
                "perSecond|0|perSecond must be",
                "topic|no topic|topic must be 1 to 249 letters",
                "all|2|all must be true or false"
            })
    void aRefusalSaysWhy(String name, String value, String reason) {
        Map<String, Object> body = new HashMap<>(Map.of("dryRun", true));
        body.put(name, value);

        Answer answer = post("/restore", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat((String) answer.json().get("result")).startsWith(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /message?topic=orders, 400",
        "GET, /message?id=a, 400",
        "GET, /message?topic=no%20topic&id=a, 400",
        "GET, /messages?limit=0, 400",
        "GET, /messages?limit=many, 400",
        "GET, /messages?state=gone, 400",
        "GET, /messages?topic=no%20topic, 400",
        "GET, /messages?cursor=x, 400",
        "GET, /elsewhere, 404",
        "POST, /elsewhere, 404",
        "DELETE, /elsewhere, 404"
    })
    void badInputAndWhatIsNotThere(String method, String path, int status) {
        assertThat(call(method, path).status()).isEqualTo(status);
    }

    @Test
    void theBacklogAndWhatThisInstanceHasSeen() {
        Map<?, ?> overview = get("").json();

        assertThat(overview.get("pending")).isInstanceOf(Integer.class);
        assertThat((String) overview.get("oldestPending")).startsWith("PT");
        assertThat(((Map<?, ?>) overview.get("instance")).get("unrecorded")).isEqualTo(0);
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
        DataSource database() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return database;
        }

        @Bean
        PlatformTransactionManager manager(DataSource database) {
            return new JdbcTransactionManager(database);
        }
    }
}
