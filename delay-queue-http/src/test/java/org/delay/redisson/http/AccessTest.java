package org.delay.redisson.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way in that must be closed, for each operation of the API. */
class AccessTest {

    private static final String MINE = "mine-1";
    private static final String OTHER = "other-1";

    /** A request for each operation that would be answered with a token that may do everything: what it sends, and what it needs. */
    private static final Map<String, Case> CASES = new TreeMap<>();

    record Case(String path, String json, ApiPermission permission) {}

    private static void add(String operation, String query, String json, ApiPermission permission) {
        CASES.put(operation, new Case(operation.replaceFirst("^\\S+ ", "") + query, json, permission));
    }

    static {
        String item = "{\"items\":[{\"handle\":\"HANDLE\"}]}";
        add(
                "POST /messages",
                "",
                "{\"messages\":[{\"topic\":\"TOPIC\",\"body\":1,\"delayMs\":1}]}",
                ApiPermission.SEND);
        add("POST /topics/{topic}/messages", "", "{\"body\":1,\"delayMs\":3600000}", ApiPermission.SEND);
        add("GET /topics/{topic}/messages", "?id=1", null, ApiPermission.INSPECT);
        add("PATCH /topics/{topic}/messages", "?id=1", "{\"delayMs\":1}", ApiPermission.CANCEL);
        add("DELETE /topics/{topic}/messages", "?id=1", null, ApiPermission.CANCEL);
        add("POST /receive", "", "{\"topics\":[\"TOPIC\"],\"waitMs\":0}", ApiPermission.RECEIVE);
        add("POST /topics/{topic}/ack", "", item, ApiPermission.RECEIVE);
        add("POST /topics/{topic}/retry", "", item, ApiPermission.RECEIVE);
        add("POST /topics/{topic}/release", "", item, ApiPermission.RECEIVE);
        add("POST /topics/{topic}/extend", "", item.replace("}]", ",\"leaseMs\":1000}]"), ApiPermission.RECEIVE);
        add("POST /topics/{topic}/bury", "", item, ApiPermission.RECEIVE);
        add("GET /topics", "", null, null);
        add("GET /topics/{topic}", "", null, ApiPermission.INSPECT);
        add("GET /topics/{topic}/dead", "", null, ApiPermission.INSPECT);
        add("POST /topics/{topic}/dead/redrive", "", "{\"all\":true}", ApiPermission.MANAGE);
        add("POST /topics/{topic}/dead/delete", "", "{\"all\":true}", ApiPermission.MANAGE);
        add("POST /topics/{topic}/pause", "", "{}", ApiPermission.MANAGE);
        add("POST /topics/{topic}/resume", "", "{}", ApiPermission.MANAGE);
        add("POST /restore", "", "{\"topic\":\"TOPIC\",\"dryRun\":true}", ApiPermission.MANAGE);
        add("GET /restore", "", null, ApiPermission.INSPECT);
        add("GET /openapi.yaml", "", null, null);
    }

    private static RedisServer redis;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        List<String> properties = new ArrayList<>();
        for (ApiPermission without : ApiPermission.values()) {
            String name = name(without);
            String token = "delay.redisson.http.tokens.without-" + name;
            properties.add(token + ".sha256=" + ApiServer.hash(without(without)));
            Stream.of(ApiPermission.values())
                    .filter(permission -> permission != without)
                    .forEach(permission -> properties.add(token + "." + name(permission) + "=mine-*"));
        }
        String mine = "delay.redisson.http.tokens.mine";
        properties.add(mine + ".sha256=" + ApiServer.hash(ApiServer.token("mine", 'm')));
        for (ApiPermission permission : ApiPermission.values()) {
            properties.add(mine + "." + name(permission) + "=mine-*");
        }
        server = ApiServer.start(redis, properties.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        server.close();
        redis.close();
    }

    private static String name(ApiPermission permission) {
        return permission.name().toLowerCase(Locale.ROOT);
    }

    private static String without(ApiPermission permission) {
        return ApiServer.token("without-" + name(permission), 'w');
    }

    static List<String> operations() {
        return List.copyOf(CASES.keySet());
    }

    /** One that is added has no case here, or is not documented, or both. */
    @Test
    void eachOperationHasACaseAndIsDocumented() {
        List<String> served = server.context().getBeanProvider(ApiRoutes.class).stream()
                .flatMap(part -> part.routes().stream())
                .map(route -> route.method() + " " + route.path())
                .toList();

        assertThat(served).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(CASES.keySet());
        assertThat(ApiDocument.operations()).containsExactlyInAnyOrderElementsOf(CASES.keySet());
    }

    private static HttpRequest request(String operation, String token, String topic) {
        Case one = CASES.get(operation);
        String handle = new Handle(new Lease(0, topic, "i.0.1"), "id", 0).text();
        String json =
                one.json() == null ? null : one.json().replace("TOPIC", topic).replace("HANDLE", handle);
        return server.api(token)
                .request(operation.replaceFirst(" .*", ""), one.path().replace("{topic}", topic), json);
    }

    private static void assertProblem(Api.Reply reply, int status, String type) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.at("type")).isEqualTo("urn:delay-queue:" + type);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void withoutATokenOrWithAWrongOneNothingIsAnswered(String operation) {
        String unknown = ApiServer.token("mine", 'x');

        Api.Reply none = Api.send(request(operation, null, MINE));
        assertProblem(none, 401, "unauthorized");
        assertThat(none.header("WWW-Authenticate")).startsWith("Bearer");
        assertProblem(Api.send(request(operation, unknown, MINE)), 401, "unauthorized");
        assertProblem(Api.send(request(operation, "", MINE)), 401, "unauthorized");
        HttpRequest cookie = HttpRequest.newBuilder(request(operation, null, MINE), (name, value) -> true)
                .header("Cookie", "token=" + ApiServer.ALL)
                .build();
        assertProblem(Api.send(cookie), 401, "unauthorized");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void eachOperationNeedsItsPermissionForItsTopic(String operation) {
        ApiPermission permission = CASES.get(operation).permission();
        if (permission == null || operation.equals("GET /restore")) {
            return;
        }
        server.api().post("/topics/" + OTHER + "/messages", "{\"id\":\"1\",\"body\":1,\"delayMs\":3600000}");

        for (String topic : List.of(MINE, OTHER, "never-heard-of")) {
            String token = topic.equals(MINE) ? without(permission) : ApiServer.token("mine", 'm');
            Api.Reply reply = Api.send(request(operation, token, topic));
            if (operation.equals("POST /messages")) {
                assertThat(reply.expect(200).list("results").get(0)).containsEntry("status", 403);
            } else {
                assertProblem(reply, 403, "forbidden");
            }
        }
        assertThat(Api.send(request(operation, ApiServer.token("mine", 'm'), MINE))
                        .status())
                .isNotIn(401, 403);
    }

    @Test
    void aListShowsOnlyWhatItsReaderMaySee() {
        server.api().post("/topics/" + MINE + "/messages", "{\"body\":1,\"delayMs\":3600000}");
        server.api().post("/topics/" + OTHER + "/messages", "{\"body\":1,\"delayMs\":3600000}");

        await().untilAsserted(() -> assertThat(
                        server.api(ApiServer.token("mine", 'm')).get("/topics").expect(200).list("topics").stream()
                                .map(topic -> topic.get("topic"))
                                .collect(Collectors.toList()))
                .contains(MINE)
                .doesNotContain(OTHER));
        assertProblem(Api.send(request("GET /restore", ApiServer.token("mine", 'm'), MINE)), 403, "forbidden");
        assertProblem(server.api(ApiServer.token("mine", 'm')).post("/restore", "{\"dryRun\":true}"), 403, "forbidden");
    }

    @Test
    void valuesAreShownWithThePermissionOnly() {
        server.api()
                .post(
                        "/topics/" + MINE + "/messages",
                        "{\"id\":\"v\",\"body\":\"secret\",\"key\":\"k\",\"delayMs\":3600000}");
        String path = "/topics/" + MINE + "/messages?id=v";

        assertThat(server.api(ApiServer.token("mine", 'm'))
                        .get(path)
                        .expect(200)
                        .at("body"))
                .isEqualTo("secret");
        assertThat(server.api(without(ApiPermission.VALUES))
                        .get(path)
                        .expect(200)
                        .json()
                        .keySet()
                        .toString())
                .doesNotContain("body", "key", "headers");
    }

    @Test
    void withoutAJournalThereIsNothingToRestore() {
        assertProblem(server.api().post("/restore", "{\"dryRun\":true}"), 409, "no-journal");
        assertProblem(server.api().get("/restore"), 409, "no-journal");
    }

    @Test
    void whatIsNotThereIsAProblemToo() {
        assertProblem(Api.send(server.api().request("GET", "/nothing", null)), 404, "no-such-operation");
        assertProblem(Api.send(server.api().request("PUT", "/topics", "{}")), 404, "no-such-operation");
        assertProblem(Api.send(server.api(null).request("GET", "/nothing", null)), 401, "unauthorized");
    }

    @Test
    void theDocumentIsServed() {
        assertThat(server.api().get("/openapi.yaml").expect(200).body()).startsWith("openapi: 3.1.0");
    }
}
