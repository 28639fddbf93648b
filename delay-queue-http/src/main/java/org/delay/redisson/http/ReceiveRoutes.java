package org.delay.redisson.http;

import java.util.List;
import lombok.RequiredArgsConstructor;

/** Lets clients wait for messages. */
@RequiredArgsConstructor
final class ReceiveRoutes implements ApiRoutes {

    private final PollParts parts;
    private final Settlements settlements;

    /** A POST, since a proxy may send a failed GET to the next server, and messages would go twice. */
    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.post("/receive", null, this::receive));
    }

    private ApiAnswer receive(ApiCall call) {
        ReceiveRequest request = ReceiveRequest.of(call.json());
        request.topics().forEach(topic -> check(call, topic));
        request.acks()
                .forEach(handle ->
                        call.require(ApiPermission.RECEIVE, handle.lease().topic()));
        List<String> lost = request.acks().isEmpty()
                ? List.of()
                : SettleRoutes.texts(settlements
                        .settle(
                                SettleAction.ACK,
                                request.acks().stream()
                                        .map(Settlements.Item::of)
                                        .toList())
                        .lost());
        return new PollResponse(parts, request, call.caller().name(), lost);
    }

    private void check(ApiCall call, String topic) {
        call.require(ApiPermission.RECEIVE, topic);
        if (!parts.waiters().contains(topic)) {
            throw new ApiProblem(
                            ApiProblem.CONFLICT,
                            "not-pulled",
                            "Messages of the topic go elsewhere: no route such as 'delay.redisson.routes[" + topic
                                    + "]=http' leads here")
                    .with("topic", topic);
        }
    }
}
