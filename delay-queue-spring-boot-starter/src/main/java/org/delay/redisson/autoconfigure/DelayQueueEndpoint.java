package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.TopicDeletion;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.Operation;
import org.delay.redisson.operations.Outcome;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.TopicsUnavailable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows and operates the queue over HTTP, under {@code /actuator/delayqueue}:
 *
 * <ul>
 *   <li>{@code GET /}, in pages by {@code limit} and {@code cursor}, and {@code GET /{topic}}: how many messages there are,
 *       and what is paused
 *   <li>{@code GET /{topic}/due}, {@code /leased} and {@code /dead}: messages in pages, by {@code limit} and {@code cursor}
 *   <li>{@code GET /{topic}/message?id=}: one message
 *   <li>{@code POST /{topic}/pause} and {@code /resume}
 *   <li>{@code POST /{topic}/cancel} and {@code /redrive} with a JSON body {@code {"id":"…"}} or, of the same type, with
 *       {@code ?id=}
 *   <li>{@code POST /{topic}/redrive-dead} and {@code /delete-dead}: many dead letters, those that match
 *       {@code {"error":"…","olderThan":"1h","limit":100}}, or {@code {"all":true}}
 *   <li>{@code DELETE /{topic}/dead?id=}, and {@code DELETE /{topic}}, with {@code ?force=true} if it has messages
 *   <li>{@code POST /} with {@code {"shards":8}}: the number of shards for new messages
 * </ul>
 *
 * <p>An id is a parameter, because as a part of the path it would lose slashes and become another message's.
 *
 * <p>Answers 400 for what breaks a rule, 404 for what does not exist, 409 for a topic that is not empty, and 503 while Redis fails. Who may operate is Spring
 * Boot's to decide, by the endpoint's access.
 */
@WebEndpoint(id = "delayqueue")
@RequiredArgsConstructor
final class DelayQueueEndpoint {

    /** How long a call waits for topics to be counted anew; then it shows the counts from before. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int CONFLICT = 409;

    private final QueueOperations operations;
    private final AccessRules rules;

    @ReadOperation
    WebEndpointResponse<Object> topics(@Nullable Integer limit, @Nullable String cursor) {
        PageRequest page = new PageRequest(cursor, limit == null ? QueueOperations.MAX_TOPICS : limit);
        return answering(() -> ok(EndpointJson.Topics.of(operations.topics(Access.READ_ONLY, page, PATIENCE))));
    }

    @ReadOperation
    WebEndpointResponse<Object> topic(@Selector String topicInPath) {
        return answering(() -> shown(topicInPath));
    }

    private WebEndpointResponse<Object> shown(String topic) {
        return operations
                .topic(Access.READ_ONLY, topic)
                .map(view -> ok(EndpointJson.Topic.of(view)))
                .orElseGet(DelayQueueEndpoint::notFound);
    }

    @ReadOperation
    WebEndpointResponse<Object> show(
            SecurityContext security,
            @Selector String topicInPath,
            @Selector String whatInPath,
            @Nullable String id,
            @Nullable String limit,
            @Nullable String cursor) {
        Access access = access(security);
        return answering(() -> {
            if (whatInPath.equals("message")) {
                return operations
                        .message(access, topicInPath, given("id", id))
                        .map(view -> ok(EndpointJson.Message.of(view)))
                        .orElseGet(DelayQueueEndpoint::notFound);
            }
            State state = state(whatInPath);
            return state == null
                    ? notFound()
                    : ok(EndpointJson.Messages.of(operations.messages(
                            access,
                            topicInPath,
                            state,
                            PageRequest.of(cursor, EndpointArguments.number("limit", limit)))));
        });
    }

    private static @Nullable State state(String name) {
        for (State state : State.values()) {
            if (state.name().toLowerCase(Locale.ROOT).equals(name)) {
                return state;
            }
        }
        return null;
    }

    /** Changes the number of shards. */
    @WriteOperation
    WebEndpointResponse<Object> changeShards(SecurityContext security, @Nullable Integer shards) {
        return answering(() -> ok(new EndpointJson.Shards(
                "CHANGED", operations.changeShards(access(security), given("shards", shards)))));
    }

    /** Without a body; Spring Boot takes what has parameters as JSON only, even if a parameter is no part of the body. */
    @WriteOperation
    WebEndpointResponse<Object> operate(@Selector String topicInPath, @Selector String operationInPath) {
        return answering(() -> operated(Access.full(CurrentUser.name()), topicInPath, operationInPath, null, null));
    }

    @WriteOperation
    WebEndpointResponse<Object> operate(
            SecurityContext security,
            @Selector String topicInPath,
            @Selector String operationInPath,
            @Nullable String id,
            @Nullable String olderThan,
            @Nullable String error,
            @Nullable String limit,
            @Nullable String all) {
        return answering(() -> {
            boolean isAll = EndpointArguments.flag("all", all);
            boolean named = olderThan != null || error != null || limit != null || isAll;
            return operated(
                    access(security),
                    topicInPath,
                    operationInPath,
                    id,
                    named ? filter(topicInPath, olderThan, error, limit) : null);
        });
    }

    private static DeadLetterFilter filter(
            String topic, @Nullable String olderThan, @Nullable String error, @Nullable String limit) {
        DeadLetterFilter all = DeadLetterFilter.of(topic);
        return new DeadLetterFilter(
                topic,
                olderThan == null ? all.olderThan() : EndpointArguments.duration("olderThan", olderThan),
                error,
                EndpointArguments.number("limit", limit, all.limit()));
    }

    private WebEndpointResponse<Object> operated(
            Access access, String topic, String operation, @Nullable String id, @Nullable DeadLetterFilter filter) {
        return switch (operation) {
            case "pause" -> changed(access, new Operation.Pause(whole(topic, id, filter)));
            case "resume" -> changed(access, new Operation.Resume(whole(topic, id, filter)));
            case "cancel" -> performed(access, new Operation.Cancel(topic, single(id, filter)));
            case "redrive" -> performed(access, new Operation.Redrive(topic, single(id, filter)));
            case "redrive-dead" ->
                ok(EndpointJson.Bulk.of("REDRIVEN", operations.redriveDead(access, named(id, filter))));
            case "delete-dead" -> ok(EndpointJson.Bulk.of("DELETED", operations.deleteDead(access, named(id, filter))));
            default -> notFound();
        };
    }

    @DeleteOperation
    WebEndpointResponse<Object> delete(
            SecurityContext security, @Selector String topicInPath, @Selector String whatInPath, @Nullable String id) {
        return answering(() -> whatInPath.equals("dead")
                ? performed(access(security), new Operation.Delete(topicInPath, given("id", id)))
                : notFound());
    }

    @DeleteOperation
    WebEndpointResponse<Object> deleteTopic(
            SecurityContext security, @Selector String topicInPath, @Nullable String force) {
        return answering(() -> {
            TopicDeletion deletion =
                    operations.deleteTopic(access(security), topicInPath, EndpointArguments.flag("force", force));
            return new WebEndpointResponse<>(
                    EndpointJson.Deletion.of(deletion), deletion.deleted() ? WebEndpointResponse.STATUS_OK : CONFLICT);
        });
    }

    private Access access(SecurityContext security) {
        return rules.of(new EndpointCaller(security));
    }

    private WebEndpointResponse<Object> changed(Access access, Operation operation) {
        var unused = operations.perform(access, operation);
        return shown(operation.topic());
    }

    private WebEndpointResponse<Object> performed(Access access, Operation operation) {
        Outcome outcome = operations.perform(access, operation);
        return new WebEndpointResponse<>(
                new EndpointJson.Result(outcome.name()),
                outcome == Outcome.NOT_FOUND ? WebEndpointResponse.STATUS_NOT_FOUND : WebEndpointResponse.STATUS_OK);
    }

    private static String whole(String topic, @Nullable String id, @Nullable DeadLetterFilter filter) {
        if (id != null || filter != null) {
            throw new IllegalArgumentException("pause and resume take no parameters: they concern the whole topic");
        }
        return topic;
    }

    private static String single(@Nullable String id, @Nullable DeadLetterFilter filter) {
        if (filter != null) {
            throw new IllegalArgumentException("only id can be given for one message");
        }
        return given("id", id);
    }

    /** A filter that was lost on the way, by a misspelt name or as parameters without JSON, must not mean all. */
    private static DeadLetterFilter named(@Nullable String id, @Nullable DeadLetterFilter filter) {
        if (id != null) {
            throw new IllegalArgumentException("id must not be given for many dead letters");
        }
        if (filter == null) {
            throw new IllegalArgumentException(
                    "error, olderThan, limit or \"all\":true must be given in a JSON body, with the"
                            + " Content-Type application/json");
        }
        return filter;
    }

    private static <T> T given(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    name + " must be given as a parameter or in a JSON body, with the Content-Type application/json");
        }
        return value;
    }

    private static WebEndpointResponse<Object> answering(Supplier<WebEndpointResponse<Object>> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            // Not Spring Boot's exception for this, whose reason is left out of the answer unless 'spring.web.error'
            // says otherwise.
            return new WebEndpointResponse<>(
                    new EndpointJson.Result(String.valueOf(e.getMessage())), WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (DelayQueueException | TopicsUnavailable e) {
            return new WebEndpointResponse<>(
                    new EndpointJson.Result(String.valueOf(e.getMessage())),
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    private static WebEndpointResponse<Object> ok(Object body) {
        return new WebEndpointResponse<>(body);
    }

    private static WebEndpointResponse<Object> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
