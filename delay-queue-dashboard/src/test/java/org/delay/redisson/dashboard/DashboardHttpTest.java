package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
    void manyWhoAskCostWhatOneDoes() {
        Visitor viewer = as("viewer");
        viewer.json("api/instances");
        List<?> answers = IntStream.range(0, 20)
                .mapToObj(i -> viewer.json("api/instances").get("age"))
                .toList();

        // They are as old as the first of them, or one second has passed meanwhile.
        assertThat(answers).anyMatch(age -> ((Number) age).longValue() > 0);
    }
}
