package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.Receipt;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What listener methods get, and what becomes of what they throw. */
@ExtendWith(OutputCaptureExtension.class)
class ListenersEndToEndTest extends ListenersFixture {

    @Test
    void parametersGetWhatTheyAskFor() {
        runner("parameters").withBean(Parameters.class).run(context -> {
            Receipt sent = producer(context)
                    .sendMessage(OutgoingMessage.to("all")
                            .body(new Order("1", new BigDecimal("2.50")))
                            .header("tenant", "blue")
                            .header("number", "7")
                            .priority(9)
                            .delay(Duration.ofMillis(100))
                            .build());
            assertThat(log(context).next())
                    .isEqualTo("Order[id=1, total=2.50] all " + sent.id() + " blue 7 9 " + sent.dueTime()
                            + " Optional.empty none 1 6");
            send(context, "list", List.of(new Order("2", BigDecimal.ONE)));
            assertThat(log(context).next()).isEqualTo("list 2");
            send(context, "primitive", 42);
            assertThat(log(context).next()).isEqualTo("primitive 42");
            send(context, "nothing", "a body");
            assertThat(log(context).next()).isEqualTo("nothing");
            send(context, "generic", new Order("3", BigDecimal.ONE));
            assertThat(log(context).next()).isEqualTo("generic 3");
            producer(context)
                    .sendMessage(OutgoingMessage.to("springs")
                            .body("b")
                            .header("tenant", "red")
                            .delay(Duration.ZERO)
                            .build());
            assertThat(log(context).next()).isEqualTo("springs b red red absent");
        });
    }

    @Test
    void defaultsAndNamesOfHeadersMayBeProperties() {
        runner("defaults")
                .withPropertyValues("shop.tenant=green", "shop.header=colour")
                .withBean(Defaults.class)
                .run(context -> {
                    producer(context)
                            .sendMessage(OutgoingMessage.to("defaults")
                                    .body("b")
                                    .header("colour", "red")
                                    .delay(Duration.ZERO)
                                    .build());
                    assertThat(log(context).next()).isEqualTo("defaults green 3 red");
                });
    }

    @Test
    void batchesComeAsLists() {
        runner("batches").withBean(Batches.class).run(context -> {
            producer(context)
                    .sendMessages(List.of(
                            outgoing("batch", "a", "{\"id\":\"1\"}"),
                            outgoing("batch", "b", "no order"),
                            outgoing("batch", "c", "{\"id\":\"3\"}"),
                            outgoing("batch", "d", "{\"id\":\"fails\"}")));
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(PATIENCE).until(() -> queue.counts("batch").dead() == 2);

            Batches batches = context.getBean(Batches.class);
            assertThat(batches.handled).contains("1", "3").doesNotHaveDuplicates();
            assertThat(batches.attempts).hasValue(3);
            assertThat(queue.list("batch", State.DEAD, null, 10).messages())
                    .extracting(stored -> stored.message().id() + " " + stored.failures())
                    .containsExactlyInAnyOrder("b 1", "d 3");
        });
    }

    /** An unreadable body changes nothing of the rule: who names none of the messages has failed all of them. */
    @Test
    void aBatchWhoseFailureNamesStrangersIsNotDone(CapturedOutput output) {
        runner("strangers").withBean(Strangers.class).run(context -> {
            producer(context)
                    .sendMessages(List.of(
                            outgoing("strangers", "a", "{\"id\":\"1\"}"),
                            outgoing("strangers", "b", "no order"),
                            outgoing("strangers", "c", "{\"id\":\"3\"}")));
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(PATIENCE).until(() -> queue.counts("strangers").dead() == 3);

            assertThat(queue.list("strangers", State.DEAD, null, 10).messages())
                    .extracting(stored -> stored.message().id() + " " + stored.failures())
                    .containsExactlyInAnyOrder("a 3", "b 1", "c 3");
        });
        assertThat(output).contains("A PartialFailure names messages that are not in its batch: [");
    }

    private static OutgoingMessage outgoing(String topic, String id, String body) {
        return OutgoingMessage.to(topic)
                .id(id)
                .body(body)
                .delay(Duration.ofMillis(50))
                .build();
    }

    @Test
    void whatAListenerThrowsMeansWhatItMeansInASubclass() {
        runner("failures").withBean(Failing.class).run(context -> {
            Failing failing = context.getBean(Failing.class);
            send(context, "fails", "x");
            assertThat(awaitDead(context, "fails").error()).contains("on purpose");
            assertThat(failing.calls).hasValue(3);

            failing.calls.set(0);
            send(context, "own-attempts", "x");
            awaitDead(context, "own-attempts");
            assertThat(failing.calls).hasValue(5);

            failing.calls.set(0);
            send(context, "permanent", "x");
            assertThat(awaitDead(context, "permanent").error()).contains("never");
            send(context, "unreadable", "no order");
            assertThat(awaitDead(context, "unreadable").error()).contains("can't be read as " + Order.class.getName());
            send(context, "no-header", "x");
            assertThat(awaitDead(context, "no-header").error()).contains("'tenant'");
            assertThat(failing.calls).as("the first only").hasValue(1);

            send(context, "error", "x");
            assertThat(awaitDead(context, "error").error()).contains("StackOverflowError");
        });
    }

    record Order(String id, BigDecimal total) {}

    abstract static class Generic<T> {

        @DelayQueueListener(topics = "generic")
        void generic(T body) {
            handle(body);
        }

        abstract void handle(T body);
    }

    static class Parameters extends Generic<Order> {

        private final Log log;

        Parameters(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "all")
        void all(
                @Header(Headers.ID) String id,
                Order order,
                @Header String tenant,
                @Header("number") int number,
                DelayedMessage message,
                @Header(Headers.PRIORITY) Integer priority,
                @Header(Headers.DUE_TIME) Instant due,
                @Header("absent") Optional<Long> absent,
                @Header(name = "absent", defaultValue = "none") String fallback,
                @Header(Headers.ATTEMPT) int attempt,
                @Header Map<String, String> headers) {
            log.add(order + " " + message.topic() + " " + id + " " + tenant + " " + number + " " + priority + " " + due
                    + " " + absent + " " + fallback + " " + attempt + " " + headers.size());
        }

        @DelayQueueListener(topics = "list")
        void list(List<Order> orders) {
            log.add("list " + orders.get(0).id());
        }

        @DelayQueueListener(topics = "primitive")
        void primitive(int number) {
            log.add("primitive " + number);
        }

        @DelayQueueListener(topics = "nothing")
        void nothing() {
            log.add("nothing");
        }

        @DelayQueueListener(topics = "springs")
        void springs(
                @org.springframework.messaging.handler.annotation.Payload String body,
                @org.springframework.messaging.handler.annotation.Header("tenant") String tenant,
                @org.springframework.messaging.handler.annotation.Headers Map<String, String> all,
                @org.springframework.messaging.handler.annotation.Header(name = "x", defaultValue = "absent")
                        String absent) {
            log.add("springs " + body + " " + tenant + " " + all.get("tenant") + " " + absent);
        }

        @Override
        void handle(Order order) {
            log.add("generic " + order.id());
        }
    }

    static class Defaults {

        private final Log log;

        Defaults(Log log) {
            this.log = log;
        }

        @DelayQueueListener(topics = "defaults")
        void on(
                @Header(name = "tenant", defaultValue = "${shop.tenant}") String tenant,
                @Header(name = "number", defaultValue = "#{1 + 2}") int number,
                @Header("${shop.header}") String colour) {
            log.add("defaults " + tenant + " " + number + " " + colour);
        }
    }

    static class Batches {

        final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        final AtomicInteger attempts = new AtomicInteger();

        @DelayQueueListener(topics = "batch", batch = "10")
        void on(List<Order> orders, List<DelayedMessage> messages) throws PartialFailure {
            assertThat(messages).hasSameSizeAs(orders);
            for (int i = 0; i < orders.size(); i++) {
                if (orders.get(i).id().equals("fails")) {
                    attempts.incrementAndGet();
                    orders.stream()
                            .map(Order::id)
                            .filter(id -> !id.equals("fails"))
                            .forEach(handled::add);
                    throw new PartialFailure(Map.of(messages.get(i).id(), new IllegalStateException("on purpose")));
                }
            }
            orders.forEach(order -> handled.add(order.id()));
        }
    }

    /** Names orders rather than messages. */
    static class Strangers {

        @DelayQueueListener(topics = "strangers", batch = "10")
        void on(List<Order> orders) throws PartialFailure {
            Map<String, Exception> failed = new HashMap<>();
            orders.forEach(order -> failed.put(order.id(), new IllegalStateException("on purpose")));
            throw new PartialFailure(failed);
        }
    }

    static class Failing {

        final AtomicInteger calls = new AtomicInteger();

        @DelayQueueListener(topics = "fails")
        void fails() {
            calls.incrementAndGet();
            throw new IllegalArgumentException("on purpose");
        }

        @DelayQueueListener(topics = "own-attempts", maxAttempts = "5", retryJitter = "0")
        void ownAttempts() throws Exception {
            calls.incrementAndGet();
            throw new Exception("on purpose");
        }

        @DelayQueueListener(topics = "permanent")
        void permanent() {
            calls.incrementAndGet();
            throw new PermanentFailure("never");
        }

        @DelayQueueListener(topics = "unreadable")
        void unreadable(Order order) {
            calls.incrementAndGet();
        }

        @DelayQueueListener(topics = "no-header")
        void noHeader(@Header("tenant") String tenant) {
            calls.incrementAndGet();
        }

        @DelayQueueListener(topics = "error")
        void error() {
            throw new StackOverflowError("on purpose");
        }
    }
}
