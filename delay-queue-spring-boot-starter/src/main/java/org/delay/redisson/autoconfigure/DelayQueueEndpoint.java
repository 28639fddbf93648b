package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.delay.redisson.CancelResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.DeleteResult;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.RedriveResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
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
 * <p>An id is a parameter, since as a part of the path it would lose slashes and become another message's.
 *
 * <p>400 for what breaks a rule, 404 for what is not there, 503 while Redis does not do it.
 */
@WebEndpoint(id = "delayqueue")
final class DelayQueueEndpoint {

    private static final int DEFAULT_LIMIT = 50;

    /** So long a call waits for topics to be counted anew; then it shows what was counted before. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String MASK = "******";

    private final DelayQueueMessage queue;
    private final @Nullable DelayQueueTopicRegistrar registrar;
    private final TopicWatch watch;
    private final Show show;
    private final Set<String> roles;

    DelayQueueEndpoint(
            DelayQueueMessage queue,
            @Nullable DelayQueueTopicRegistrar registrar,
            TopicWatch watch,
            RedissonDelayProperties.Endpoint properties) {
        this.queue = queue;
        this.registrar = registrar;
        this.watch = watch;
        this.show = Show.valueOf(properties.showValues().name());
        this.roles = properties.roles();
    }

    /**
     * All topics.
     *
     * @param unread those that could not be counted
     * @param age how long ago they were counted, ISO-8601
     */
    record Topics(List<Topic> topics, List<String> unread, String age) implements OperationResponseBody {}

    /** @param oldestOverdue ISO-8601, zero where nothing waits for its turn */
    record Topic(String topic, long due, long leased, long dead, String oldestOverdue, boolean paused)
            implements OperationResponseBody {}

    /** @param next what the next page is asked with as {@code cursor}, or null after the last */
    record Messages(List<Message> messages, @Nullable String next) implements OperationResponseBody {}

    /** @param at when it is delivered next, when its lease ends, or when it died */
    record Message(
            String topic,
            String id,
            State state,
            Instant at,
            Instant dueTime,
            int priority,
            int failures,
            int leaseExpirations,
            @Nullable String timeToLive,
            @Nullable String error,
            @Nullable String key,
            Map<String, String> headers,
            String body)
            implements OperationResponseBody {}

    /** What became of an operation. */
    record Result(String result) implements OperationResponseBody {}

    /** As they were last counted, since there may be thousands; what is paused, as it is now. */
    @ReadOperation
    WebEndpointResponse<Object> topics() {
        return answering(() -> {
            Set<String> paused = queue.paused();
            TopicWatch.Reading reading = watch.awaited(PATIENCE);
            if (reading == null) {
                return unavailable("The topics can't be counted");
            }
            return ok(new Topics(
                    reading.counts().entrySet().stream()
                            .map(counted -> topic(counted.getKey(), counted.getValue(), paused))
                            .toList(),
                    List.copyOf(reading.unread()),
                    reading.age().toString()));
        });
    }

    @ReadOperation
    WebEndpointResponse<Object> topic(@Selector String topic) {
        return answering(() -> {
            Set<String> paused = queue.paused();
            Counts counts = queue.counts(topic);
            boolean isEmpty = counts.due() + counts.leased() + counts.dead() == 0;
            return isEmpty && !paused.contains(topic) && !isRegistered(topic)
                    ? notFound()
                    : ok(topic(topic, counts, paused));
        });
    }

    private boolean isRegistered(String topic) {
        if (registrar == null) {
            return false;
        }
        try {
            return registrar.pullAll().contains(topic);
        } catch (RuntimeException e) {
            throw new RegistrarFailed(e);
        }
    }

    /** Whatever it threw: it may be the application's own. */
    private static final class RegistrarFailed extends RuntimeException {

        RegistrarFailed(RuntimeException cause) {
            super("The topic registrar failed: " + cause.getClass().getSimpleName(), cause);
        }
    }

    private static Topic topic(String topic, Counts counts, Set<String> paused) {
        return new Topic(
                topic,
                counts.due(),
                counts.leased(),
                counts.dead(),
                counts.oldestOverdue().toString(),
                paused.contains(topic));
    }

    @ReadOperation
    WebEndpointResponse<Object> show(
            SecurityContext security,
            @Selector String topic,
            @Selector String what,
            @Nullable String id,
            @Nullable Integer limit,
            @Nullable String cursor) {
        return answering(() -> {
            if (what.equals("message")) {
                return queue.find(topic, Checks.id(id))
                        .map(stored -> ok(message(stored, security)))
                        .orElseGet(DelayQueueEndpoint::notFound);
            }
            State state = state(what);
            if (state == null) {
                return notFound();
            }
            Page page = queue.list(topic, state, cursor, limit == null ? DEFAULT_LIMIT : limit);
            return ok(new Messages(
                    page.messages().stream()
                            .map(stored -> message(stored, security))
                            .toList(),
                    page.next()));
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
            case "pause" -> {
                queue.pause(topic);
                yield topic(topic);
            }
            case "resume" -> {
                queue.resume(topic);
                yield topic(topic);
            }
            case "cancel" -> {
                CancelResult result = queue.cancel(topic, given(id));
                yield result(result, result != CancelResult.NOT_FOUND);
            }
            case "redrive" -> {
                RedriveResult result = queue.redrive(topic, given(id));
                yield result(result, result != RedriveResult.NOT_FOUND);
            }
            default -> notFound();
        });
    }

    private static String given(@Nullable String id) {
        if (id == null) {
            throw new IllegalArgumentException(
                    "id must be given as a parameter or in a JSON body, with the Content-Type application/json");
        }
        return Checks.id(id);
    }

    @DeleteOperation
    WebEndpointResponse<Object> delete(@Selector String topic, @Selector String what, @Nullable String id) {
        return answering(() -> {
            if (!what.equals("dead")) {
                return notFound();
            }
            DeleteResult result = queue.delete(topic, Checks.id(id));
            return result(result, result != DeleteResult.NOT_FOUND);
        });
    }

    private Message message(StoredMessage stored, SecurityContext security) {
        boolean shown = show.isShown(security, roles);
        DelayedMessage message = stored.message();
        Map<String, String> headers = new TreeMap<>(message.headers());
        if (!shown) {
            headers.replaceAll((name, value) -> MASK);
        }
        String key = message.key();
        Duration timeToLive = stored.timeToLive();
        return new Message(
                message.topic(),
                message.id(),
                stored.state(),
                stored.at(),
                message.dueTime(),
                message.priority(),
                stored.failures(),
                stored.leaseExpirations(),
                timeToLive == null ? null : timeToLive.toString(),
                stored.error(),
                key == null || shown ? key : MASK,
                headers,
                shown ? message.body() : MASK);
    }

    private static WebEndpointResponse<Object> answering(Supplier<WebEndpointResponse<Object>> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            String rule = String.valueOf(e.getMessage());
            throw new InvalidEndpointRequestException(rule, rule, e);
        } catch (DelayQueueException | RegistrarFailed e) {
            return unavailable(String.valueOf(e.getMessage()));
        }
    }

    private static WebEndpointResponse<Object> unavailable(String why) {
        return new WebEndpointResponse<>(new Result(why), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    private static WebEndpointResponse<Object> result(Enum<?> result, boolean found) {
        return new WebEndpointResponse<>(
                new Result(result.name()),
                found ? WebEndpointResponse.STATUS_OK : WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static WebEndpointResponse<Object> ok(Object body) {
        return new WebEndpointResponse<>(body);
    }

    private static WebEndpointResponse<Object> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
