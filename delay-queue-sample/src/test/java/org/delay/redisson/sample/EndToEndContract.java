package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.sample.Client.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** What the order service does over HTTP, on real servers, in whatever profile. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class EndToEndContract {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    protected ConfigurableApplicationContext application;
    protected Client client;

    /** Profile and addresses. */
    protected abstract List<String> arguments();

    @BeforeAll
    void start() {
        List<String> arguments = new ArrayList<>(arguments());
        arguments.addAll(List.of(
                "--server.port=0",
                "--sample.story=false",
                "--sample.packing=50ms",
                "--sample.billing=50ms",
                "--sample.carrier-pause=50ms",
                "--sample.reminder-pause=10m",
                "--delay.redisson.retry.delay=50ms"));
        application = SpringApplication.run(SampleApplication.class, arguments.toArray(String[]::new));
        client = new Client(application);
    }

    @AfterAll
    void stop() {
        // Null if the profile's servers are not installed.
        if (application != null) {
            application.close();
        }
    }

    @BeforeEach
    void takeShortInvoicesOnly() {
        assertThat(client.put("/api/accounting", "{\"longInvoices\": false}").status())
                .isEqualTo(204);
    }

    @Test
    void anOrderThatIsNotPaidIsCancelled() {
        Answer placed = client.post("/api/orders", """
                {"item": "tea", "price": 2.40, "secondsToPay": 600}
                """);
        assertThat(placed.status()).isEqualTo(201);
        String id = placed.json().get("id").asString();
        assertThat(client.state(id)).isEqualTo("OPEN");
        assertThat(client.waiting(id)).containsExactly("order-timeout");

        assertThat(client.post("/api/orders/" + id + "/extension", "{\"seconds\": 1}")
                        .status())
                .isEqualTo(200);
        eventually(() -> assertThat(client.state(id)).isEqualTo("CANCELLED"));

        Instant placedAt = Instant.parse(client.order(id).get("placedAt").asString());
        assertThat(Instant.now()).isAfterOrEqualTo(placedAt.plusSeconds(1));
        eventually(() -> assertThat(client.waiting(id)).isEmpty());
        assertThat(client.post("/api/orders/" + id + "/payment").status()).isEqualTo(409);
    }

    @Test
    void anOrderThatIsPaidIsNeitherCancelledNorReminded() {
        String id = client.place("coffee", 600);
        client.post("/api/orders/" + id + "/reminder");
        assertThat(client.waiting(id)).containsExactlyInAnyOrder("order-timeout", "payment-reminder");

        assertThat(client.post("/api/orders/" + id + "/payment").status()).isEqualTo(200);

        assertThat(client.waiting(id)).doesNotContain("order-timeout", "payment-reminder");
        eventually(() -> assertThat(client.state(id)).isEqualTo("SHIPPED"));
        assertThat(client.order(id).get("reminders").asInt()).isZero();
    }

    @Test
    void aTimeoutThatArrivesForAPaidOrderChangesNothing() {
        String id = client.place("coffee", 600);
        client.post("/api/orders/" + id + "/payment");
        Order before = application.getBean(Orders.class).find(id).orElseThrow();
        assertThat(before.state()).isNotEqualTo(OrderState.OPEN);

        // As if the cancel had answered IN_FLIGHT.
        application.getBean(OrderService.class).timeOut(new OrderTimeout(id), Instant.now());

        assertThat(client.state(id)).isNotEqualTo("CANCELLED");
    }

    @Test
    void aBusyCarrierIsCalledAgain() {
        String id = client.place("cake", 600);
        client.post("/api/orders/" + id + "/payment");
        eventually(() -> assertThat(client.state(id)).isEqualTo("SHIPPED"));
        eventually(() -> assertThat(client.waiting(id)).isEmpty());
    }

    @Test
    void eachVisitPutsTheReminderOff() {
        String id = client.place("cocoa", 600);
        client.post("/api/orders/" + id + "/reminder");
        Instant first = reminderOf(id);
        assertThat(client.post("/api/orders/" + id + "/reminder").status()).isEqualTo(202);
        assertThat(reminderOf(id)).isAfter(first);
        application.getBean(DelayQueueMessageProducer.class).reschedule("payment-reminder", id, Duration.ZERO);

        eventually(() -> assertThat(client.order(id).get("reminders").asInt()).isEqualTo(1));

        eventually(() -> assertThat(client.waiting(id)).containsExactly("order-timeout"));
        assertThat(client.order(id).get("reminders").asInt()).isEqualTo(1);
    }

    @Test
    void moreTimeToPay() {
        String id = client.place("juice", 600);
        Answer answer = client.post("/api/orders/" + id + "/extension", "{\"seconds\": 600}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(client.messages(id))
                .singleElement()
                .satisfies(message -> assertThat(Instant.parse(message.get("at").asString()))
                        .isAfter(Instant.now().plusSeconds(500)));
    }

    @Test
    void aDeadLetterArrivesAfterARedrive() {
        String id = client.place("tea", 600);
        client.post("/api/orders/" + id + "/payment");
        eventually(() -> assertThat(client.dead(id)).containsExactly("invoice"));
        assertThat(client.order(id).get("invoiced").asBoolean()).isFalse();

        client.put("/api/accounting", "{\"longInvoices\": true}");

        // The broker obeys a moment after it has answered.
        eventually(() -> {
            client.post("/api/dead-letters/invoice/" + id + "/redrive");
            assertThat(client.order(id).get("invoiced").asBoolean()).isTrue();
        });
        eventually(() -> assertThat(client.dead(id)).isEmpty());
    }

    @Test
    void aDeadLetterIsDeleted() {
        String id = client.place("tea", 600);
        client.post("/api/orders/" + id + "/payment");
        eventually(() -> assertThat(client.dead(id)).containsExactly("invoice"));
        assertThat(client.delete("/api/dead-letters/invoice/" + id).status()).isEqualTo(204);
        assertThat(client.dead(id)).isEmpty();
        assertThat(client.delete("/api/dead-letters/invoice/" + id).status()).isEqualTo(404);
    }

    @Test
    void badInputIsAProblemThatNamesTheField() {
        assertProblem(client.post("/api/orders", "{\"item\": \" \", \"price\": 0}"), 400, "item must not be blank");
        assertProblem(client.post("/api/orders", "{\"item\": \"tea\"}"), 400, "price must not be null");
        assertProblem(
                client.post("/api/orders", "{\"item\": \"tea\", \"price\": 1, \"secondsToPay\": 0}"),
                400,
                "secondsToPay must be greater than or equal to 1");
        assertProblem(client.post("/api/orders", "no json"), 400, "Failed to read request");
        assertProblem(client.post("/api/orders/4711/payment"), 404, "There is no order 4711.");
        assertProblem(client.get("/api/orders/4711"), 404, "There is no order 4711.");
        assertProblem(client.post("/api/dead-letters/invoice/4711/redrive"), 404, "There is no dead letter 4711");
        assertProblem(client.post("/api/dead-letters/no%20topic/4711/redrive"), 400, "topic");
        assertProblem(client.get("/api/nothing"), 404, "");
    }

    @Test
    void anOrderIsPaidOnce() {
        String id = client.place("tea", 600);
        assertThat(client.post("/api/orders/" + id + "/payment").status()).isEqualTo(200);
        Answer again = client.post("/api/orders/" + id + "/payment");
        assertProblem(again, 409, "Order " + id + " is ");
        assertProblem(client.post("/api/orders/" + id + "/reminder"), 409, "Order " + id + " is ");
    }

    protected static void eventually(Runnable assertion) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(assertion::run);
    }

    private Instant reminderOf(String id) {
        return client.messages(id).stream()
                .filter(message -> message.get("topic").asString().equals("payment-reminder"))
                .map(message -> Instant.parse(message.get("at").asString()))
                .findFirst()
                .orElseThrow();
    }

    private static void assertProblem(Answer answer, int status, String detail) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.type()).isEqualTo("application/problem+json");
        assertThat(answer.json().get("detail").asString()).contains(detail);
    }
}
