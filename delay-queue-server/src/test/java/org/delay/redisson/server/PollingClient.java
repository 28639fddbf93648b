package org.delay.redisson.server;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that receives up to ten messages at a time, and acks them with its next request. One request at a time. */
@RequiredArgsConstructor
final class PollingClient {

    private final ServerProcess server;
    private final String topic;
    private final Arrivals arrivals;
    private volatile boolean isStopped;

    void receive() {
        receive(List.of());
    }

    private void receive(List<String> acks) {
        Map<String, Object> request = Map.of("topics", List.of(topic), "max", 10, "waitMs", 20_000, "ack", acks);
        var unused = server.postAsync("/receive", request).thenAccept(answer -> answered(acks, answer));
    }

    private void answered(List<String> acks, HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            receive(acks);
            return;
        }
        List<String> handles = new ArrayList<>();
        for (JsonNode message : JsonMapper.shared().readTree(answer.body()).get("messages")) {
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
}
