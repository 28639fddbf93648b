package org.delay.redisson.http;

import static org.delay.redisson.http.ApiRoute.TOPIC;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.Operation;
import org.delay.redisson.operations.Outcome;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.jspecify.annotations.Nullable;

/** Shows topics and dead letters, and operates them, as the actuator endpoint does. */
@RequiredArgsConstructor
final class TopicRoutes implements ApiRoutes {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MANY = 100;
    private static final String DEAD = TOPIC + "/dead";

    private final QueueOperations operations;

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get("/topics", null, this::topics),
                ApiRoute.get(TOPIC, ApiPermission.INSPECT, this::topic),
                ApiRoute.get(DEAD, ApiPermission.INSPECT, this::dead),
                ApiRoute.post(DEAD + "/redrive", ApiPermission.MANAGE, this::redrive),
                ApiRoute.post(DEAD + "/delete", ApiPermission.MANAGE, this::delete),
                ApiRoute.post(TOPIC + "/pause", ApiPermission.MANAGE, this::pause),
                ApiRoute.post(TOPIC + "/resume", ApiPermission.MANAGE, this::resume));
    }

    /** Only those that the client may see. */
    private Answer topics(ApiCall call) {
        Integer limit = call.number("limit");
        PageRequest page = new PageRequest(call.query("cursor"), limit == null ? MANY : limit);
        return Answer.ok(MessageJson.topics(operations.topics(call.caller().access(), page, PATIENCE)));
    }

    private Answer topic(ApiCall call) {
        return operations
                .topic(call.caller().access(), call.topic())
                .map(view -> Answer.ok(MessageJson.topic(view)))
                .orElseThrow(
                        () -> new ApiProblem(ApiProblem.NOT_FOUND, "no-such-topic", "Nothing is known of this topic")
                                .with("topic", call.topic()));
    }

    private Answer dead(ApiCall call) {
        PageRequest page = PageRequest.of(call.query("cursor"), call.number("limit"));
        return Answer.ok(MessageJson.page(operations.messages(call.caller().access(), call.topic(), State.DEAD, page)));
    }

    private Answer redrive(ApiCall call) {
        JsonFields fields = call.json();
        String id = fields.text("id");
        Access access = call.caller().access();
        if (id != null) {
            fields.end();
            return performed(access, new Operation.Redrive(call.topic(), id), id);
        }
        return bulk("REDRIVEN", operations.redriveDead(access, filter(call.topic(), fields)));
    }

    private Answer delete(ApiCall call) {
        JsonFields fields = call.json();
        String id = fields.text("id");
        Access access = call.caller().access();
        if (id != null) {
            fields.end();
            return performed(access, new Operation.Delete(call.topic(), id), id);
        }
        return bulk("DELETED", operations.deleteDead(access, filter(call.topic(), fields)));
    }

    /** All dead letters are meant only where the request says so. */
    private static DeadLetterFilter filter(String topic, JsonFields fields) {
        String error = fields.text("error");
        Duration olderThan = fields.millis("olderThanMs");
        Integer limit = fields.number("limit", 1, Integer.MAX_VALUE);
        boolean isAll = fields.flag("all");
        fields.end();
        if (error == null && olderThan == null && limit == null && !isAll) {
            throw ApiProblem.invalid("'id', 'error', 'olderThanMs', 'limit' or '\"all\":true' must be given");
        }
        return new DeadLetterFilter(
                topic, olderThan == null ? Duration.ZERO : olderThan, error, limit == null ? Integer.MAX_VALUE : limit);
    }

    private static Answer bulk(String outcome, BulkResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("outcome", outcome);
        json.put("changed", result.changed());
        json.put("kept", result.kept());
        json.put("more", result.more());
        return Answer.ok(json);
    }

    private Answer pause(ApiCall call) {
        call.jsonIfGiven().end();
        return performed(call.caller().access(), new Operation.Pause(call.topic()), null);
    }

    private Answer resume(ApiCall call) {
        call.jsonIfGiven().end();
        return performed(call.caller().access(), new Operation.Resume(call.topic()), null);
    }

    private Answer performed(Access access, Operation operation, @Nullable String id) {
        Outcome outcome = operations.perform(access, operation);
        if (outcome == Outcome.NOT_FOUND || outcome == Outcome.EXISTS) {
            throw problem(outcome).with("topic", operation.topic()).with("id", id);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topic", operation.topic());
        MessageJson.put(json, "id", id);
        json.put("outcome", outcome.name());
        return Answer.ok(json);
    }

    private static ApiProblem problem(Outcome outcome) {
        return outcome == Outcome.NOT_FOUND
                ? new ApiProblem(ApiProblem.NOT_FOUND, "no-such-message", "There is no such dead letter")
                : new ApiProblem(
                        ApiProblem.CONFLICT, "exists", "A message with this id is waiting, so the dead letter stays");
    }
}
