package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.dashboard.Shop.Security;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What the dashboard answers over HTTP, below a context path, beside the application's own settings of JSON. */
@ExtendWith(OutputCaptureExtension.class)
class DashboardHttpTest {

    private static final Map<String, ?> PAUSE = Map.of("topic", "orders");

    private static Shop shop;

    @BeforeAll
    static void start() {
        shop = Shop.start(
                Security.PERMIT_ALL,
                "server.servlet.context-path=/shop",
                "spring.jackson.property-naming-strategy=UPPER_CAMEL_CASE");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    private static Visitor as(String user) {
        return new Visitor(shop.address()).basic(user);
    }

    @Test
    void everyAnswerHasTheHeaders() {
        for (String path : List.of("", "../delay-queue", "files/app.js", "files/none.js", "api/session", "api/topic")) {
            for (Visitor visitor : List.of(as("viewer"), as("customer"))) {
                HttpResponse<String> answer = visitor.get(path);
                assertThat(answer.headers().firstValue("Content-Security-Policy"))
                        .as(path)
                        .hasValue("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                                + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
                assertThat(answer.headers().allValues("Content-Security-Policy"))
                        .hasSize(1);
                assertThat(answer.headers().firstValue("X-Content-Type-Options"))
                        .hasValue("nosniff");
                assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
                assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
            }
        }
    }

    @Test
    void theEntranceLeadsToThePageWhateverIsBeforeItsPath() {
        assertThat(as("viewer").get("../delay-queue").headers().firstValue("Location"))
                .hasValue("delay-queue/");
    }

    @Test
    void filesAreCompressedForThoseWhoReadThat() {
        assertThat(as("viewer").get("files/app.js").headers().firstValue("Content-Encoding"))
                .isEmpty();
        assertThat(as("viewer")
                        .with("Accept-Encoding", "gzip")
                        .get("files/app.js")
                        .headers()
                        .firstValue("Content-Encoding"))
                .hasValue("gzip");
        assertThat(as("viewer").get("files/..%2FDashboard.class").statusCode()).isIn(400, 404);
    }

    private static int post(Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(shop.address() + "api/pause"));
        headers.forEach(request::header);
        return as("operator").send(request.POST(BodyPublishers.ofString(body))).statusCode();
    }

    @Test
    void aChangeThatAnotherSiteAsksForIsRefused() {
        String body = Json.print(PAUSE);
        String json = "application/json";

        assertThat(post(Map.of("Content-Type", json, Origins.HEADER, "1"), body))
                .isEqualTo(200);
        assertThat(post(Map.of("Content-Type", json, Origins.HEADER, "1", "Sec-Fetch-Site", "same-origin"), body))
                .isEqualTo(200);
        shop.queue().resume("orders");

        assertThat(post(Map.of("Content-Type", json), body)).isEqualTo(403);
        assertThat(post(Map.of("Content-Type", "text/plain", Origins.HEADER, "1"), body))
                .isEqualTo(403);
        for (String site : List.of("cross-site", "same-site", "none")) {
            assertThat(post(Map.of("Content-Type", json, Origins.HEADER, "1", "Sec-Fetch-Site", site), body))
                    .as(site)
                    .isEqualTo(403);
        }
        assertThat(shop.queue().paused()).doesNotContain("orders");
    }

    @Test
    void mistakesAreNamed() {
        Visitor operator = as("operator");

        assertThat(operator.post("api/pause", Map.of()).body()).isEqualTo("{\"problem\":\"topic must be given\"}");
        assertThat(operator.post("api/pause", Map.of("topic", 1)).statusCode()).isEqualTo(400);
        assertThat(operator.post("api/pause", Map.of("topic", "a b")).statusCode())
                .isEqualTo(400);
        assertThat(operator.post("api/redrive", Map.of("topic", "orders", "ids", List.of()))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.post("api/reschedule", Map.of("topic", "a", "id", "1", "delaySeconds", "1"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.post("api/pause", Map.of("topic", "x".repeat(70_000)))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.get("api/messages?topic=orders&state=gone").statusCode())
                .isEqualTo(400);
        assertThat(operator.get("api/message?topic=orders").statusCode()).isEqualTo(400);
    }

    @Test
    void aChangeIsLoggedAndPublishedWithItsUser(CapturedOutput output) {
        shop.send("invoices", "17", "secret");
        int before = shop.events().size();

        as("operator").post("api/cancel", Map.of("topic", "invoices", "id", "17"));

        assertThat(shop.events().subList(before, shop.events().size()))
                .containsExactly(new DashboardOperationEvent(
                        "operator", "invoices", "Cancel[topic=invoices, id=17]", "CANCELLED"));
        assertThat(output).contains("Operation by operator: Cancel[topic=invoices, id=17]: CANCELLED");
    }

    @Test
    void valuesAreForThoseWhoMayReadThemOnly() {
        shop.send("mail", "1", "secret");

        assertThat(as("viewer").get("api/message?topic=mail&id=1").body())
                .contains("\"body\":\"******\"", "\"key\":\"******\"", "[\"user\",\"******\"]")
                .doesNotContain("secret", "Ada", "customer-7");
        assertThat(as("reader").get("api/message?topic=mail&id=1").body()).doesNotContain("secret", "Ada");
        assertThat(as("reader").get("api/values?topic=mail&id=1").body())
                .contains("\"body\":\"secret\"", "\"key\":\"customer-7\"", "[\"user\",\"Ada\"]");
    }

    @Test
    void twentyWhoAskCostWhatOneDoes() {
        for (int i = 0; i < 10; i++) {
            shop.send("shared-" + i, "1", "x");
        }
        Visitor viewer = as("viewer");
        Awaitility.await()
                .until(() -> viewer.get("api/overview?name=shared").body().contains("\"matching\":10"));
        long began = System.nanoTime();
        int before = shop.reports();
        IntStream.range(0, 20).parallel().forEach(tab -> {
            for (int i = 0; i < 5; i++) {
                as("viewer").json("api/overview?name=shared");
            }
        });

        // Each topic's load is asked for again after ten seconds, and the figures of all after five.
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat((long) shop.reports() - before).isLessThanOrEqualTo(10 * (1 + seconds / 10) + 1 + seconds / 5);
        shop.queue().pause("shared-0");
        shop.queue().resume("shared-0");
    }

    /** By hand: what was sent is counted by its due time, over priorities and shards. */
    @Test
    void theLoadIsWhatACountByHandGives() {
        shop.queue().changeShards(3);
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            messages.add(OutgoingMessage.to("load")
                    .id("load-" + i)
                    .body("x")
                    .priority(i % 10)
                    .delay(Duration.ofSeconds(90 + i * 13L))
                    .build());
        }
        List<Instant> due =
                shop.queue().schedule(messages).stream().map(Receipt::dueTime).toList();
        Map<?, ?> load = (Map<?, ?>)
                as("viewer").json("api/load?topic=load&scale=minutes").get("data");

        long from = ((Number) load.get("from")).longValue();
        long bucket = ((Number) load.get("bucket")).longValue();
        long[] byHand = new long[120];
        long later = 0;
        for (Instant each : due) {
            long index = (each.toEpochMilli() - from) / bucket;
            if (index < 120) {
                byHand[(int) index]++;
            } else {
                later++;
            }
        }
        assertThat(((List<?>) load.get("buckets")).stream().mapToLong(each -> ((Number) each).longValue()))
                .containsExactly(Arrays.stream(byHand).boxed().toArray(Long[]::new));
        assertThat(((Number) load.get("later")).longValue()).isEqualTo(later).isPositive();
        assertThat(((Number) load.get("overdue")).longValue()).isZero();
    }

    @Test
    void aTaskIsRefusedWithWhatIsWrong() {
        Visitor operator = as("operator");
        Map<String, ?> good = Map.of("topic", "orders", "change", "REDRIVE", "perSecond", 10, "typed", "orders");

        for (Map.Entry<String, ?> wrong : List.of(
                Map.entry("topic", "a b"),
                Map.entry("change", "CANCEL"),
                Map.entry("perSecond", 0),
                Map.entry("perSecond", 1.5),
                Map.entry("limit", 0),
                Map.entry("limit", 1L << 40),
                Map.entry("diedBy", "yesterday"),
                Map.entry("typed", "order"),
                Map.entry("typed", 1),
                Map.entry("firstLine", "x".repeat(1_001)))) {
            Map<String, Object> asked = new HashMap<>(good);
            asked.put(wrong.getKey(), wrong.getValue());
            assertThat(operator.post("api/begin", asked).statusCode())
                    .as(wrong.toString())
                    .isEqualTo(400);
        }
        assertThat(operator.post(
                                "api/begin",
                                Map.of("topic", "orders", "change", "DELETE", "perSecond", 10, "limit", 101))
                        .body())
                .isEqualTo("{\"problem\":\"typed must be the name of the topic if limit is above 100 or not given\"}");
        assertThat(shop.queue().tasks())
                .noneMatch(task -> task.request().filter().topic().equals("orders"));
        assertThat(operator.post("api/begin", Map.of("topic", "few", "change", "DELETE", "perSecond", 10, "limit", 100))
                        .statusCode())
                .isEqualTo(200);
    }

    /** Everybody may see that a task runs; who began it is for those who could have. */
    @Test
    void theNameOfAUserIsForOperators() {
        shop.die("named", "1", "no carrier");
        as("operator").post("api/begin", Map.of("topic", "named", "change", "DELETE", "perSecond", 10, "limit", 1));

        assertThat(as("operator").get("api/tasks").body()).contains("\"user\":\"operator\"");
        assertThat(as("viewer").get("api/tasks").body())
                .contains("\"topic\":\"named\"", "\"user\":null")
                .doesNotContain("\"user\":\"operator\"");
    }
}
