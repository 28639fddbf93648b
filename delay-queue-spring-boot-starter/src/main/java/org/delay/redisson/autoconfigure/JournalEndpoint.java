package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.journal.AdoptRequest;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.JournalBusy;
import org.delay.redisson.operations.JournalOperations;
import org.delay.redisson.operations.JournalTask;
import org.delay.redisson.operations.JournalUnavailable;
import org.delay.redisson.operations.PageRequest;
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
 * Shows and operates the journal over HTTP, under {@code /actuator/delayqueuejournal}:
 *
 * <ul>
 *   <li>{@code GET /}: what Redis must still be told, and what this instance has seen
 *   <li>{@code GET /message?topic=&id=}: one message with its history
 *   <li>{@code GET /messages}: messages in pages, by {@code id}, {@code key}, {@code topic}, {@code state}, {@code limit} and
 *       {@code cursor}
 *   <li>{@code POST /restore} with a JSON body such as {@code {"dryRun":true,"all":true}}
 *   <li>{@code POST /adopt} with such a body, but for one topic or all: takes in what was sent without the journal
 *   <li>{@code POST /resume-audit}: lets the audit go on after it has stopped
 *   <li>{@code GET /task} and {@code DELETE /task}: how far that is, and to stop it
 * </ul>
 *
 * <p>Answers 202 for what goes on, 400 for what breaks a rule, 404 for what does not exist, 409 while this instance is busy with
 * another restore, and 503 while the database fails.
 */
@WebEndpoint(id = "delayqueuejournal")
@RequiredArgsConstructor
final class JournalEndpoint {

    /** How long a call waits for what it began or stopped. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int ACCEPTED = 202;
    private static final int CONFLICT = 409;
    private static final String IN_BODY = " must be given in a JSON body, with the Content-Type application/json: ";

    private final JournalOperations operations;
    private final AccessRules rules;

    @ReadOperation
    WebEndpointResponse<Object> overview() {
        return answering(() -> new WebEndpointResponse<>(JournalEndpointJson.Overview.of(
                operations.overview(Access.READ_ONLY),
                operations.task(Access.READ_ONLY).orElse(null))));
    }

    @ReadOperation
    WebEndpointResponse<Object> show(
            SecurityContext security,
            @Selector String whatInPath,
            @Nullable String topic,
            @Nullable String id,
            @Nullable String key,
            @Nullable String state,
            @Nullable String limit,
            @Nullable String cursor) {
        return answering(() -> switch (whatInPath) {
            case "message" -> message(access(security), given("topic", topic), given("id", id));
            case "messages" -> {
                RowFilter filter = RowFilter.ALL
                        .topic(topic)
                        .id(id)
                        .businessKey(key)
                        .state(EndpointArguments.constant("state", state, MessageState.class));
                Integer most = EndpointArguments.number("limit", limit);
                yield new WebEndpointResponse<>(JournalEndpointJson.Messages.of(
                        operations.search(access(security), filter, PageRequest.of(cursor, most))));
            }
            case "task" -> found(operations.task(access(security)));
            default -> notFound();
        });
    }

    private WebEndpointResponse<Object> message(Access access, String topic, String id) {
        return operations
                .find(access, topic, id)
                .map(message -> new WebEndpointResponse<Object>(JournalEndpointJson.Message.of(message)))
                .orElseGet(JournalEndpoint::notFound);
    }

    /** Without a body, which begins nothing; Spring Boot takes what has parameters as JSON only. */
    @WriteOperation
    WebEndpointResponse<Object> begin(@Selector String whatInPath) {
        return answering(() -> begun(Access.full(CurrentUser.name()), whatInPath, Scope.NONE, null, null));
    }

    @WriteOperation
    WebEndpointResponse<Object> begin(
            SecurityContext security,
            @Selector String whatInPath,
            @Nullable String dryRun,
            @Nullable String all,
            @Nullable String topic,
            @Nullable String id,
            @Nullable String overdue,
            @Nullable String perSecond) {
        return answering(() -> {
            Scope scope = new Scope(dryRun, EndpointArguments.flag("all", all), topic, id);
            return begun(access(security), whatInPath, scope, overdue, perSecond);
        });
    }

    private WebEndpointResponse<Object> begun(
            Access access, String what, Scope scope, @Nullable String overdue, @Nullable String perSecond) {
        return switch (what) {
            case "restore" -> restored(access, scope, overdue, perSecond);
            case "adopt" -> adopted(access, scope, overdue, perSecond);
            case "resume-audit" -> {
                if (!scope.equals(Scope.NONE) || overdue != null || perSecond != null) {
                    throw new IllegalArgumentException("resume-audit takes no parameters");
                }
                operations.resumeAudit(access);
                yield new WebEndpointResponse<>(new JournalEndpointJson.Result("RESUMED"));
            }
            default -> notFound();
        };
    }

    private WebEndpointResponse<Object> adopted(
            Access access, Scope scope, @Nullable String overdue, @Nullable String perSecond) {
        if (scope.id() != null) {
            throw new IllegalArgumentException("id can't be given: messages are taken in by topic");
        }
        if (overdue != null) {
            throw new IllegalArgumentException("overdue can't be given: messages that are taken in stay as they are");
        }
        AdoptRequest byDefault = AdoptRequest.of(List.of());
        AdoptRequest request = byDefault
                .withDryRun(scope.isDryRun())
                .withPerSecond(EndpointArguments.number("perSecond", perSecond, byDefault.perSecond()));
        return answer(operations.adopt(access, scope.checked().topic(), request, PATIENCE));
    }

    private WebEndpointResponse<Object> restored(
            Access access, Scope scope, @Nullable String overdue, @Nullable String perSecond) {
        RestoreRequest byDefault = RestoreRequest.ALL;
        RestoreRequest request = byDefault
                .withDryRun(scope.isDryRun())
                .withTopic(scope.checked().topic())
                .withId(scope.id())
                .withOverdue(Objects.requireNonNullElse(
                        EndpointArguments.constant("overdue", overdue, RestoreRequest.Overdue.class),
                        byDefault.overdue()))
                .withPerSecond(EndpointArguments.number("perSecond", perSecond, byDefault.perSecond()));
        return answer(operations.restore(access, request, PATIENCE));
    }

    @DeleteOperation
    WebEndpointResponse<Object> stop(SecurityContext security, @Selector String whatInPath) {
        return answering(
                () -> whatInPath.equals("task") ? found(operations.stop(access(security), PATIENCE)) : notFound());
    }

    private Access access(SecurityContext security) {
        return rules.of(new EndpointCaller(security));
    }

    /**
     * What a call concerns. A body that is lost on the way must begin nothing: so whether it is a dry run must be said, and for anything
     * else also what it concerns.
     */
    private record Scope(
            @Nullable String dryRun,
            boolean all,
            @Nullable String topic,
            @Nullable String id) {

        static final Scope NONE = new Scope(null, false, null, null);

        boolean isDryRun() {
            if (dryRun == null) {
                throw new IllegalArgumentException("dryRun" + IN_BODY + "{\"dryRun\":true} only counts");
            }
            return EndpointArguments.flag("dryRun", dryRun);
        }

        Scope checked() {
            if (!isDryRun() && !all && topic == null && id == null) {
                throw new IllegalArgumentException(
                        "topic, id or \"all\":true" + IN_BODY + "{\"dryRun\":false,\"topic\":\"orders\"} for example");
            }
            return this;
        }
    }

    private static String given(String name, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must be given as a parameter");
        }
        return value;
    }

    private static WebEndpointResponse<Object> found(Optional<JournalTask> task) {
        return task.map(JournalEndpoint::answer).orElseGet(JournalEndpoint::notFound);
    }

    private static WebEndpointResponse<Object> answer(JournalTask task) {
        return new WebEndpointResponse<>(
                JournalEndpointJson.Task.of(task),
                task.state() == JournalTask.State.RUNNING ? ACCEPTED : WebEndpointResponse.STATUS_OK);
    }

    private static WebEndpointResponse<Object> answering(Supplier<WebEndpointResponse<Object>> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            return refused(e, WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (JournalBusy e) {
            return refused(e, CONFLICT);
        } catch (DelayQueueException | JournalUnavailable | TopicsUnavailable e) {
            return refused(e, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    private static WebEndpointResponse<Object> refused(RuntimeException e, int status) {
        return new WebEndpointResponse<>(new JournalEndpointJson.Result(String.valueOf(e.getMessage())), status);
    }

    private static WebEndpointResponse<Object> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
