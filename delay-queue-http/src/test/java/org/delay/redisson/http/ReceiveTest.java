package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.http.Api.json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that wait for messages, and settle them. */
@Timeout(300)
class ReceiveTest {

    private static RedisServer redis;
    private static ApiServer server;
    private static Api api;

    private String topic;
    private String path;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        server = ApiServer.start(redis, "delay.redisson.retry.max-attempts=3");
        api = server.api();
    }

    @AfterAll
    static void stop() {
        server.close();
        redis.close();
    }

    @BeforeEach
    void aTopicOfItsOwn() {
        topic = "t-" + UUID.randomUUID();
        path = "/topics/" + topic;
    }

    private String wanting(int max, String more) {
        return "{\"topics\":[\"" + topic + "\"],\"max\":" + max + more + "}";
    }

    private CompletableFuture<Api.Reply> parked() {
        int before = server.bean(Waiters.class).count();
        CompletableFuture<Api.Reply> poll = api.begin("/receive", wanting(10, ""));
        await().until(() -> server.bean(Waiters.class).count() > before);
        return poll;
    }

    private void send(String id, long delayMs) {
        api.post(path + "/messages", json(Map.of("id", id, "body", "b-" + id, "delayMs", delayMs)))
                .expect(201);
    }

    /** Repeats the receive until there is something. */
    private Map<String, Object> received(String more) {
        List<Map<String, Object>> found = new ArrayList<>();
        await().until(() -> {
            found.addAll(api.post("/receive", wanting(1, more)).expect(200).list("messages"));
            return !found.isEmpty();
        });
        return found.get(0);
    }

    private static List<Map<String, Object>> messages(CompletableFuture<Api.Reply> poll) {
        return poll.orTimeout(120, TimeUnit.SECONDS).join().expect(200).list("messages");
    }

    private Api.Reply settle(String action, Map<String, ?> message, Map<String, ?> more) {
        Map<String, Object> item = new HashMap<>(more);
        item.put("handle", message.get("handle"));
        return api.post(path + "/" + action, json(Map.of("items", List.of(item))))
                .expect(200);
    }

    @Test
    void aMessageIsReceivedAndAckedOnce() {
        send("m", 0);

        Map<String, Object> message = received("");

        assertThat(message)
                .containsEntry("id", "m")
                .containsEntry("body", "b-m")
                .containsEntry("topic", topic)
                .containsEntry("attempt", 1);
        assertThat(settle("ack", message, Map.of()).list("lost")).isEmpty();
        assertThat(server.queue().counts(topic).leased()).isZero();
        assertThat(settle("ack", message, Map.of()).json().get("lost")).isEqualTo(List.of(message.get("handle")));
    }

    @Test
    void anAckComesWithTheNextReceive() {
        send("m", 0);
        Map<String, Object> message = received("");
        String ack = ",\"waitMs\":0,\"ack\":[\"" + message.get("handle") + "\"]";

        assertThat(api.post("/receive", wanting(1, ack)).expect(200).list("lost"))
                .isEmpty();
        assertThat(server.queue().find(topic, "m")).isEmpty();
        assertThat(api.post("/receive", wanting(1, ack)).expect(200).json().get("lost"))
                .isEqualTo(List.of(message.get("handle")));
    }

    @Test
    void aParkedReceiveWakesOnANewMessage() {
        CompletableFuture<Api.Reply> poll = parked();

        send("new", 0);

        assertThat(messages(poll)).extracting(one -> one.get("id")).containsExactly("new");
    }

    @Test
    void aParkedReceiveWakesAtADueTime() {
        send("later", 1_500);

        List<Map<String, Object>> messages = messages(parked());

        assertThat(messages).extracting(one -> one.get("id")).containsExactly("later");
    }

    @Test
    void aParkedReceiveWakesOnAReleaseAndNoAttemptIsCounted() {
        send("m", 0);
        Map<String, Object> message = received("");
        CompletableFuture<Api.Reply> poll = parked();

        settle("release", message, Map.of());

        assertThat(messages(poll))
                .singleElement()
                .satisfies(one -> assertThat(one).containsEntry("id", "m").containsEntry("attempt", 1));
    }

    @Test
    void aParkedReceiveWakesWhenALeaseEnds() {
        send("m", 0);
        Map<String, Object> first = received(",\"leaseMs\":1000");

        Map<String, Object> second = received("");

        assertThat(second).containsEntry("id", "m").containsEntry("attempt", 2);
        assertThat(settle("ack", first, Map.of()).json().get("lost")).isEqualTo(List.of(first.get("handle")));
        assertThat(settle("ack", second, Map.of()).list("lost")).isEmpty();
    }

    @Test
    void aParkedReceiveWakesOnARedriveAndOnAResume() {
        send("m", 0);
        assertThat(settle("bury", received(""), Map.of("error", "no address")).list("lost"))
                .isEmpty();
        assertThat(api.get(path + "/dead").expect(200).list("messages"))
                .singleElement()
                .satisfies(dead -> assertThat(dead).containsEntry("error", "no address"));
        api.post(path + "/pause", "{}").expect(200);
        CompletableFuture<Api.Reply> poll = parked();
        api.post(path + "/dead/redrive", "{\"id\":\"m\"}").expect(200);
        assertThat(api.get(path).expect(200).at("paused")).isEqualTo(true);

        api.post(path + "/resume", "{}").expect(200);

        Map<String, Object> again = messages(poll).get(0);
        assertThat(settle("bury", again, Map.of()).list("lost")).isEmpty();
        CompletableFuture<Api.Reply> next = parked();
        api.post(path + "/dead/redrive", "{\"all\":true}").expect(200);
        assertThat(messages(next)).hasSize(1);
    }

    @Test
    void aMessageWhoseAttemptsAreUsedUpIsADeadLetter() {
        send("m", 0);
        for (int attempt = 1; attempt < 3; attempt++) {
            Map<String, Object> message = received("");
            assertThat(message).containsEntry("attempt", attempt);
            assertThat(settle("retry", message, Map.of("delayMs", 0)).list("dead"))
                    .isEmpty();
        }
        Map<String, Object> last = received("");

        assertThat(settle("retry", last, Map.of("error", "gave up")).json().get("dead"))
                .isEqualTo(List.of(last.get("handle")));
        assertThat(server.queue().counts(topic).dead()).isEqualTo(1);
        api.post(path + "/dead/delete", "{\"id\":\"m\"}").expect(200);
        api.post(path + "/dead/delete", "{\"id\":\"m\"}").expect(404);
    }

    /** PATCH and DELETE take an id there. */
    @Test
    void aQueryIsNotTakenForWhatIsInTheBody() {
        send("m", 0);
        settle("bury", received(""), Map.of("error", "gave up"));

        String detail = (String) api.post(path + "/dead/delete?id=other", "{\"all\":true}")
                .expect(400)
                .at("detail");

        assertThat(detail).contains("query");
        assertThat(server.queue().counts(topic).dead()).isEqualTo(1);
    }

    @Test
    void anExtendedLeaseEndsLater() {
        send("m", 0);
        Map<String, Object> message = received(",\"leaseMs\":60000");

        assertThat(settle("extend", message, Map.of("leaseMs", 3_600_000)).list("lost"))
                .isEmpty();

        assertThat(server.queue().find(topic, "m").orElseThrow().at())
                .isAfter(Instant.parse((String) message.get("leaseEnds")).plusSeconds(1_800));
        assertThat(settle("ack", message, Map.of()).list("lost")).isEmpty();
    }

    @Test
    void aBatchIsSharedEvenlyAndAMessageGoesToOneClient() {
        List<CompletableFuture<Api.Reply>> polls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            polls.add(parked());
        }
        List<Map<String, Object>> messages = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            messages.add(Map.of("topic", topic, "id", "m" + i, "body", "b", "delayMs", 0));
        }
        api.post("/messages", json(Map.of("messages", messages))).expect(200);

        Set<Object> ids = new HashSet<>();
        polls.forEach(poll -> messages(poll)
                .forEach(message -> assertThat(ids.add(message.get("id"))).isTrue()));
        while (ids.size() < 8) {
            assertThat(ids.add(received("").get("id"))).isTrue();
        }
    }

    @Test
    void aNewerReceiveOfTheSameConsumerEndsTheOlder() {
        String consumer = ",\"consumer\":\"worker-1\"";
        int before = server.bean(Waiters.class).count();
        CompletableFuture<Api.Reply> older = api.begin("/receive", wanting(1, consumer));
        await().until(() -> server.bean(Waiters.class).count() > before);

        CompletableFuture<Api.Reply> newer = api.begin("/receive", wanting(1, consumer));

        assertThat(messages(older)).isEmpty();
        send("m", 0);
        assertThat(messages(newer)).hasSize(1);
    }

    @Test
    void aReceiveEndsEmptyWhenItsTimeIsUp() {
        assertThat(api.post("/receive", wanting(1, ",\"waitMs\":300"))
                        .expect(200)
                        .list("messages"))
                .isEmpty();
        await().until(() -> server.bean(Waiters.class).count() == 0);
    }

    @Test
    void aHandleOfAnotherTopicOrOfNobodyIsRefused() {
        send("m", 0);
        Map<String, Object> message = received("");

        String items = json(Map.of("items", List.of(Map.of("handle", message.get("handle")))));
        assertThat(api.post("/topics/other/ack", items).expect(400).at("type"))
                .isEqualTo("urn:delay-queue:invalid-handle");
        for (String wrong : List.of("x", "", "AAAA", "dC8xLzIvMy8")) {
            List<?> handles = List.of(Map.of("handle", message.get("handle")), Map.of("handle", wrong));
            assertThat(api.post(path + "/ack", json(Map.of("items", handles)))
                            .expect(400)
                            .at("detail"))
                    .isEqualTo("'items[1].handle' is not a handle that this API has given out");
        }
        String wanted = wanting(1, ",\"ack\":[\"" + message.get("handle") + "\",\"x\"]");
        assertThat(api.post("/receive", wanted).expect(400).at("detail"))
                .isEqualTo("'ack[1]' is not a handle that this API has given out");
        assertThat(settle("ack", message, Map.of()).list("lost")).isEmpty();
    }

    /** Answers name handles as they were given out. Base64 may write the same bytes in several ways. */
    @Test
    void aHandleIsWrittenInOneWay() {
        for (String id : List.of("m", "mm", "mmm")) {
            String handle = new Handle(new Lease(0, topic, "x"), id, 0).text();
            String padded = handle + "=".repeat(4 - handle.length() % 4);

            assertThat(Handle.of(handle, "'handle'").text()).isEqualTo(handle);
            assertThatThrownBy(() -> Handle.of(padded, "'handle'")).isInstanceOf(ApiProblem.class);
        }
    }

    @Test
    void aLeaseIsExtendedForATimeThatIsGiven() {
        send("m", 0);
        String items =
                json(Map.of("items", List.of(Map.of("handle", received("").get("handle")))));

        assertThat(api.post(path + "/extend", items).expect(400).at("detail"))
                .isEqualTo("'items[0].leaseMs' must be given");
    }

    /** Nobody holds it, so nobody may settle it: not even by what Redis has in place of a token then. */
    @ParameterizedTest
    @ValueSource(strings = {"-", "- 0", "- 9"})
    void aHandleThatNobodyHoldsIsRefused(String token) {
        send("m", 0);
        settle("retry", received(""), Map.of("delayMs", 3_600_000));

        String forged = new Handle(new Lease(0, topic, token), "m", 0).text();
        for (String action : List.of("ack", "retry", "release", "bury", "extend")) {
            api.post(path + "/" + action, json(Map.of("items", List.of(Map.of("handle", forged)))))
                    .expect(400);
        }
        assertThat(api.get(path + "/messages?id=m").expect(200).at("state")).isEqualTo("DUE");
    }

    /** Forged handles must not count beyond what numbers can hold. */
    @Test
    void aHandleWithSenselessFailuresIsRefused() {
        String forged = new Handle(new Lease(0, topic, "x"), "1", Integer.MAX_VALUE).text();
        assertThat(server.api()
                        .post("/topics/" + topic + "/retry", "{\"items\":[{\"handle\":\"" + forged + "\"}]}")
                        .expect(400)
                        .at("type"))
                .isEqualTo("urn:delay-queue:invalid-handle");
    }

    @Test
    void aStoppedApplicationAnswersAllWhoWait() {
        ApiServer own = ApiServer.start(redis);
        List<CompletableFuture<Api.Reply>> polls = new ArrayList<>();
        try (own) {
            for (int i = 0; i < 50; i++) {
                polls.add(own.api().begin("/receive", "{\"topics\":[\"t\"]}"));
            }
            await().until(() -> own.bean(Waiters.class).count() == 50);
        }

        for (CompletableFuture<Api.Reply> poll : polls) {
            Api.Reply reply = poll.orTimeout(10, TimeUnit.SECONDS).join().expect(200);
            assertThat(reply.list("messages")).isEmpty();
            assertThat(reply.header("Connection")).isEqualTo("close");
        }
    }

    @Test
    void noMoreClientsWaitThanAllowed() {
        String other = ApiServer.token("other", 'o');
        try (ApiServer own = ApiServer.start(
                redis,
                "delay.redisson.http.limits.waiters=3",
                "delay.redisson.http.limits.waiters-per-token=2",
                "delay.redisson.http.tokens.other.sha256=" + ApiServer.hash(other),
                "delay.redisson.http.tokens.other.receive=*")) {
            for (int i = 0; i < 2; i++) {
                var unused = own.api().begin("/receive", "{\"topics\":[\"t\"]}");
            }
            await().until(() -> own.bean(Waiters.class).count() == 2);

            Api.Reply reply = own.api().post("/receive", "{\"topics\":[\"t\"]}").expect(429);
            assertThat(reply.header("Retry-After")).isEqualTo("1");
            assertThat(reply.header("Connection")).isEqualTo("close");
            var unused = own.api(other).begin("/receive", "{\"topics\":[\"t\"]}");
            await().until(() -> own.bean(Waiters.class).count() == 3);
            own.api(other).post("/receive", "{\"topics\":[\"t\"]}").expect(429);
        }
    }
}
