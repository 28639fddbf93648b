package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.Operation;
import org.delay.redisson.operations.Outcome;
import org.delay.redisson.operations.PageRequest;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.TopicsUnavailable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
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
 *   <li>{@code GET /} and {@code GET /{topic}}: how many messages there are, and what is paused
 *   <li>{@code GET /{topic}/due}, {@code /leased} and {@code /dead}: messages in pages, by {@code limit} and {@code cursor}
 *   <li>{@code GET /{topic}/message?id=}: one message
 *   <li>{@code POST /{topic}/pause} and {@code /resume}
 *   <li>{@code POST /{topic}/cancel} and {@code /redrive} with a JSON body {@code {"id":"…"}} or, of the same type, with
 *       {@code ?id=}
 *   <li>{@code DELETE /{topic}/dead?id=}
 * </ul>
 *
 * <p>An id is a parameter, because as a part of the path it would lose slashes and become another message's.
 *
 * <p>Answers 400 for what breaks a rule, 404 for what does not exist, and 503 while Redis fails. Who may operate is Spring
 * Boot's to decide, by the endpoint's access.
 */
@WebEndpoint(id = "delayqueue")
@RequiredArgsConstructor
final class DelayQueueEndpoint {

    /** How long a call waits for topics to be counted anew; then it shows the counts from before. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final QueueOperations operations;
    private final AccessRules rules;

    @ReadOperation
    WebEndpointResponse<Object> topics() {
        return answering(() -> ok(EndpointJson.Topics.of(operations.topics(Access.READ_ONLY, PATIENCE))));
    }

    @ReadOperation
    WebEndpointResponse<Object> topic(@Selector String topic) {
        return answering(() -> shown(topic));
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
            @Selector String topic,
            @Selector String what,
            @Nullable String id,
            @Nullable Integer limit,
            @Nullable String cursor) {
        Access access = rules.of(new EndpointCaller(security));
        return answering(() -> {
            if (what.equals("message")) {
                return operations
                        .message(access, topic, given(id))
                        .map(view -> ok(EndpointJson.Message.of(view)))
                        .orElseGet(DelayQueueEndpoint::notFound);
            }
            State state = state(what);
            return state == null
                    ? notFound()
                    : ok(EndpointJson.Messages.of(
                            operations.messages(access, topic, state, PageRequest.of(cursor, limit))));
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

    /** Without a body; Spring Boot takes what has parameters as JSON only. */
    @WriteOperation
    WebEndpointResponse<Object> operate(@Selector String topic, @Selector String operation) {
        return operate(topic, operation, null);
    }

    @WriteOperation
    WebEndpointResponse<Object> operate(@Selector String topic, @Selector String operation, @Nullable String id) {
        return answering(() -> switch (operation) {
            case "pause" -> changed(new Operation.Pause(topic));
            case "resume" -> changed(new Operation.Resume(topic));
            case "cancel" -> performed(new Operation.Cancel(topic, given(id)));
            case "redrive" -> performed(new Operation.Redrive(topic, given(id)));
            default -> notFound();
        });
    }

    @DeleteOperation
    WebEndpointResponse<Object> delete(@Selector String topic, @Selector String what, @Nullable String id) {
        return answering(() -> what.equals("dead") ? performed(new Operation.Delete(topic, given(id))) : notFound());
    }

    private WebEndpointResponse<Object> changed(Operation operation) {
        var unused = operations.perform(Access.FULL, operation);
        return shown(operation.topic());
    }

    private WebEndpointResponse<Object> performed(Operation operation) {
        Outcome outcome = operations.perform(Access.FULL, operation);
        return new WebEndpointResponse<>(
                new EndpointJson.Result(outcome.name()),
                outcome == Outcome.NOT_FOUND ? WebEndpointResponse.STATUS_NOT_FOUND : WebEndpointResponse.STATUS_OK);
    }

    private static String given(@Nullable String id) {
        if (id == null) {
            throw new IllegalArgumentException(
                    "id must be given as a parameter or in a JSON body, with the Content-Type application/json");
        }
        return id;
    }

    private static WebEndpointResponse<Object> answering(Supplier<WebEndpointResponse<Object>> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            String rule = String.valueOf(e.getMessage());
            throw new InvalidEndpointRequestException(rule, rule, e);
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
