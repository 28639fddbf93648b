package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.Headers;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call with an invalid argument throws before anything is written, and its message names the argument and its value. */
abstract class BadInputContract extends ContractFixture {

    private static final String LONG_ID = "i".repeat(201);

    /**
     * A call that breaks a rule.
     *
     * @param argument its name, which the exception's text must have in it
     * @param value the value, or what is said of it, likewise
     */
    record Broken(String rule, Call call, String argument, String value) {

        interface Call {
            void on(DelayQueueMessage queue) throws Exception;
        }

        @Override
        public String toString() {
            return rule;
        }
    }

    @Override
    Limits limits() {
        return new Limits(1000, Duration.ofDays(30), 300);
    }

    static Stream<Broken> broken() {
        return Stream.of(
                new Broken("bad topic in add", q -> q.addDelayQueue("x", 1, TimeUnit.SECONDS, "a b"), "topic", "a b"),
                new Broken("no topic in add", q -> q.addDelayQueue("x", 1, TimeUnit.SECONDS, ""), "topic", "''"),
                new Broken("negative delay", q -> q.addDelayQueue("x", -1, TimeUnit.SECONDS, TOPIC), "delay", "-1"),
                new Broken(
                        "delay beyond all numbers",
                        q -> q.addDelayQueue("x", Long.MAX_VALUE, TimeUnit.DAYS, TOPIC),
                        "delay",
                        String.valueOf(Long.MAX_VALUE)),
                new Broken("delay too long", q -> q.addDelayQueue("x", 31, TimeUnit.DAYS, TOPIC), "delay", "31d"),
                new Broken("bad topic in get", q -> q.getDelayQueue("a:b"), "topic", "a:b"),
                new Broken("bad topic in typed get", q -> q.getDelayQueue("a:b", String.class), "topic", "a:b"),
                new Broken("a topic that Kafka has not", q -> q.cancel("..", "a"), "topic", "'..'"),
                new Broken("bad topic in cancel", q -> q.cancel("{a}", "a"), "topic", "{a}"),
                new Broken("bad topic in reschedule", q -> q.reschedule("a/b", "a", LATER), "topic", "a/b"),
                new Broken("bad topic in find", q -> q.find("t".repeat(250), "a"), "topic", "250 characters"),
                new Broken("bad topic in list", q -> q.list("a*", State.DUE, null, 10), "topic", "a*"),
                new Broken("bad topic in counts", q -> q.counts("ä"), "topic", "ä"),
                new Broken("bad topic among others in counts", q -> q.counts(List.of(TOPIC, "ä")), "topic", "ä"),
                new Broken("bad topic in redrive", q -> q.redrive("a\n", "a"), "topic", "a?"),
                new Broken("bad topic in delete", q -> q.delete("a,b", "a"), "topic", "a,b"),
                new Broken("bad topic in deleteDead", q -> q.deleteDead("a;b", LATER), "topic", "a;b"),
                new Broken("bad topic in pause", q -> q.pause("a b"), "topic", "a b"),
                new Broken("bad topic in resume", q -> q.resume(""), "topic", "''"),
                new Broken("no id in cancel", q -> q.cancel(TOPIC, ""), "id", "''"),
                new Broken("long id in cancel", q -> q.cancel(TOPIC, LONG_ID), "id", "201 characters"),
                new Broken("bad id in reschedule", q -> q.reschedule(TOPIC, "a\tb", LATER), "id", "a?b"),
                new Broken("bad id in find", q -> q.find(TOPIC, "a\u0000b"), "id", "a?b"),
                new Broken("bad id in redrive", q -> q.redrive(TOPIC, "a\nb"), "id", "a?b"),
                new Broken("bad id in delete", q -> q.delete(TOPIC, "\ud800x"), "id", "Unicode"),
                new Broken(
                        "negative delay in reschedule",
                        q -> q.reschedule(TOPIC, "a", Duration.ofMillis(-1)),
                        "delay",
                        "-1ms"),
                new Broken(
                        "long delay in reschedule", q -> q.reschedule(TOPIC, "a", Duration.ofDays(31)), "delay", "31d"),
                new Broken("no page", q -> q.list(TOPIC, State.DUE, null, 0), "limit", "0"),
                new Broken("page too long", q -> q.list(TOPIC, State.DEAD, null, 1001), "limit", "1001"),
                new Broken("negative age", q -> q.deleteDead(TOPIC, Duration.ofDays(-1)), "olderThan", "-1d"),
                new Broken("no shards", q -> q.changeShards(0), "shards", "0"),
                new Broken("too many shards", q -> q.changeShards(1025), "shards", "1025"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void theArgumentAndItsValueAreNamed(Broken broken) {
        int before = queue.shards();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> broken.call().on(queue))
                .satisfies(e -> assertThat(e.getMessage()).contains(broken.argument(), broken.value()));

        assertCounts(0, 0, 0);
        assertThat(queue.shards()).isEqualTo(before);
    }

    static Stream<Broken> brokenMessages() {
        return Stream.of(
                new Broken("body too large", sends(message("bad").body("b".repeat(1001))), "body", "1001"),
                new Broken("body too large in UTF-8", sends(message("bad").body("ä".repeat(501))), "body", "1002"),
                new Broken("half a character in the body", sends(message("bad").body("b\ud800")), "body", "Unicode"),
                new Broken("half a character in the key", sends(message("bad").key("\udc00k")), "key", "Unicode"),
                new Broken(
                        "half a character in a header",
                        sends(message("bad").header("tenant", "\ud83dx")),
                        "header 'tenant'",
                        "Unicode"),
                new Broken(
                        "half a character in a header's name",
                        sends(message("bad").header("\ud83d", "x")),
                        "header name",
                        "Unicode"),
                new Broken(
                        "key too large",
                        sends(message("bad").key("k".repeat(Headers.MAX_BYTES + 1))),
                        "key and headers",
                        String.valueOf(Headers.MAX_BYTES + 1)),
                new Broken(
                        "headers too large",
                        sends(message("bad").key("k").header("n", "ä".repeat(Headers.MAX_BYTES / 2))),
                        "key and headers",
                        String.valueOf(Headers.MAX_BYTES + 2)),
                new Broken("delay too long", sends(message("bad").delay(Duration.ofDays(31))), "delay", "31d"),
                new Broken(
                        "due time too far",
                        sends(OutgoingMessage.to(TOPIC)
                                .id("bad")
                                .body("b")
                                .dueTime(Instant.parse("2200-01-01T00:00:00Z"))),
                        "dueTime",
                        "2200-01-01T00:00:00Z"));
    }

    private static Broken.Call sends(OutgoingMessage.Builder bad) {
        return queue -> queue.schedule(
                List.of(message("a").build(), bad.build(), message("b").build()));
    }

    @ParameterizedTest
    @MethodSource("brokenMessages")
    void ofSeveralMessagesNoneIsSent(Broken broken) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broken.call().on(queue))
                .satisfies(e -> assertThat(e.getMessage()).contains(broken.argument(), broken.value()));

        assertCounts(0, 0, 0);
    }

    @Test
    void aSendThatDoesNotWaitThrowsAtOnce() {
        List<OutgoingMessage> messages = List.of(
                message("a").build(), message("bad").body("b".repeat(1001)).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.scheduleAsync(messages))
                .withMessageContainingAll("body", "1001");
        assertCounts(0, 0, 0);
    }

    @Test
    void moreMessagesThanOneCallMayHave() {
        List<OutgoingMessage> messages = new ArrayList<>(
                IntStream.range(0, 301).mapToObj(i -> message("a" + i).build()).toList());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.schedule(messages))
                .withMessageContainingAll("messages", "301");
        assertCounts(0, 0, 0);

        messages.remove(300);
        assertThat(queue.schedule(messages)).hasSize(300);
        assertCounts(300, 0, 0);
    }

    @Test
    void whatIsJustWithinTheLimits() {
        send(message("a").body("ä".repeat(500)).delay(Duration.ofDays(30)));
        send(message("i".repeat(200)).key("k".repeat(Headers.MAX_BYTES)));
        send(message("whole").body("🎉").key("🎉").header("🎉", "🎉"));
        send(message("t".repeat(249), "a"));

        assertThat(stored("a").message().body()).hasSize(500);
        assertThat(stored("i".repeat(200)).message().key()).hasSize(Headers.MAX_BYTES);
        assertThat(stored("whole").message().body()).isEqualTo("🎉");
        assertThat(queue.find("t".repeat(249), "a")).isPresent();
    }
}
