package org.delay.redisson.server;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that receives up to ten messages at a time, and acks them with its next request. One request at a time. */
@RequiredArgsConstructor
final class PollingClient {

    private final Server server;
    private final String topic;
    private final Arrivals arrivals;

    /** By which a newer receive replaces its last one. */
    private final String consumer;

    private volatile boolean isStopped;

    void receive() {
        receive(List.of());
    }

    private void receive(List<String> acks) {
        Map<String, Object> request =
                Map.of("topics", List.of(topic), "max", 10, "waitMs", 20_000, "ack", acks, "consumer", consumer);
        var unused = server.postAsync("/receive", request)
                .handle((answer, failure) -> answer == null || answer.statusCode() != 200 ? null : answer.body())
                .thenAcceptAsync(answer -> answered(acks, answer));
    }

    /** @param answer null if there is none */
    private void answered(List<String> acks, @Nullable String answer) {
        if (answer == null) {
            receive(acks);
            return;
        }
        List<String> handles = new ArrayList<>();
        for (JsonNode message : JsonMapper.shared().readTree(answer).get("messages")) {
            arrivals.add(message);
            handles.add(message.get("handle").stringValue());
        }
        if (!isStopped || !handles.isEmpty()) {
            receive(handles);
        }
    }

    /** Once it has acked. */
    void stop() {
        isStopped = true;
    }

    /** Ends what it still waits for: a newer receive of the same consumer does. */
    CompletableFuture<HttpResponse<String>> end() {
        return server.postAsync("/receive", Map.of("topics", List.of(topic), "waitMs", 0, "consumer", consumer));
    }
}
