package org.delay.redisson.http;

import static org.delay.redisson.http.ApiRoute.TOPIC;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Limits;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.operations.QueueOperations;

/** Sends, shows, reschedules and cancels messages. */
@RequiredArgsConstructor
final class MessageRoutes implements ApiRoutes {

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final String MESSAGES = TOPIC + "/messages";

    private final DelayQueueMessageProducer producer;
    private final QueueOperations operations;
    private final Limits limits;

    @Override
    public List<ApiRoute> routes() {
        BulkSend bulk = new BulkSend(producer, limits);
        return List.of(
                ApiRoute.post(MESSAGES, ApiPermission.SEND, this::send),
                ApiRoute.post("/messages", null, call -> Answer.ok(Map.of("results", bulk.send(call))))
                        .asBulk(),
                ApiRoute.get(MESSAGES, ApiPermission.INSPECT, this::show),
                ApiRoute.patch(MESSAGES, ApiPermission.CANCEL, this::reschedule),
                ApiRoute.delete(MESSAGES, ApiPermission.CANCEL, this::cancel));
    }

    private Answer send(ApiCall call) {
        Receipt receipt = producer.sendMessage(MessageRequest.of(call.topic(), call.json(), limits));
        int status = receipt.outcome() == Receipt.Outcome.SCHEDULED ? CREATED : OK;
        return Answer.of(status, MessageJson.receipt(receipt));
    }

    private Answer show(ApiCall call) {
        String id = call.requiredQuery("id");
        return operations
                .message(call.caller().access(), call.topic(), id)
                .map(view -> Answer.ok(MessageJson.message(view)))
                .orElseThrow(() -> notFound(call.topic(), id));
    }

    private Answer reschedule(ApiCall call) {
        String id = call.onlyId();
        JsonFields fields = call.json();
        Duration delay = fields.millis("delayMs");
        fields.end();
        if (delay == null) {
            throw ApiProblem.invalid("'delayMs' must be given");
        }
        RescheduleResult result = producer.reschedule(call.topic(), id, delay);
        return switch (result) {
            case NOT_FOUND -> throw notFound(call.topic(), id);
            case IN_FLIGHT ->
                throw new ApiProblem(
                                ApiProblem.CONFLICT,
                                "in-flight",
                                "The message is being delivered, or may be; nothing changed")
                        .with("topic", call.topic())
                        .with("id", id);
            case RESCHEDULED, RESCHEDULED_IN_FLIGHT, RECORDED -> result(call.topic(), id, result.name());
        };
    }

    private Answer cancel(ApiCall call) {
        String id = call.onlyId();
        CancelResult result = producer.cancel(call.topic(), id);
        if (result == CancelResult.NOT_FOUND) {
            throw notFound(call.topic(), id);
        }
        return result(call.topic(), id, result.name());
    }

    private static Answer result(String topic, String id, String outcome) {
        return Answer.ok(Map.of("topic", topic, "id", id, "outcome", outcome));
    }

    private static ApiProblem notFound(String topic, String id) {
        return new ApiProblem(ApiProblem.NOT_FOUND, "no-such-message", "There is no such message")
                .with("topic", topic)
                .with("id", id);
    }
}
