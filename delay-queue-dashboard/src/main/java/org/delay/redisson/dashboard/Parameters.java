package org.delay.redisson.dashboard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage.State;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.function.ServerRequest;

/** What a request asks for, checked. Throws {@link IllegalArgumentException} for what is missing or wrong. */
final class Parameters {

    private static final int MOST_BYTES = 64 * 1024;

    private final Map<?, ?> values;

    private Parameters(Map<?, ?> values) {
        this.values = values;
    }

    /** Those of the address. */
    static Parameters ofQuery(ServerRequest request) {
        return new Parameters(request.params().toSingleValueMap());
    }

    /** Those of the JSON body. Not read by the application's converters. */
    static Parameters ofBody(ServerRequest request) throws IOException {
        byte[] body = request.servletRequest().getInputStream().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new IllegalArgumentException("The body must have at most " + MOST_BYTES + " bytes");
        }
        return new Parameters(Json.parse(new String(body, StandardCharsets.UTF_8)));
    }

    String text(String name) {
        return Objects.requireNonNullElseGet(optional(name), () -> {
            throw missing(name);
        });
    }

    @Nullable
    String optional(String name) {
        Object value = values.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new IllegalArgumentException(name + " must be a text");
    }

    long number(String name) {
        Object value = values.get(name);
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        throw value == null ? missing(name) : new IllegalArgumentException(name + " must be a whole number");
    }

    /** A whole number of the body, or this one if there is none. */
    long numberOr(String name, long other) {
        return values.get(name) == null ? other : number(name);
    }

    /** A whole number of the address, or 0. */
    int numberOrZero(String name) {
        String text = optional(name);
        try {
            return text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number", e);
        }
    }

    /** A moment in milliseconds since the epoch, in the address or the body; null if there is none. */
    @Nullable
    Instant moment(String name) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        try {
            return Instant.ofEpochMilli(value instanceof String text ? Long.parseLong(text) : number(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be milliseconds since the epoch", e);
        }
    }

    /** The dead letters of a topic that are meant. A null is any error, an empty one is none. */
    DeadLetterFilter filter() {
        return DeadLetterFilter.of(text("topic"))
                .withFirstLine(optional("firstLine"))
                .withDiedBy(moment("diedBy"));
    }

    /** Some texts, at most as many. */
    List<String> texts(String name, int most) {
        if (!(values.get(name) instanceof List<?> list)) {
            throw new IllegalArgumentException(name + " must be a list of texts");
        }
        if (list.isEmpty() || list.size() > most) {
            throw new IllegalArgumentException(name + " must have 1 to " + most + " elements");
        }
        return list.stream()
                .map(each -> {
                    if (each instanceof String text) {
                        return text;
                    }
                    throw new IllegalArgumentException(name + " must be a list of texts");
                })
                .toList();
    }

    State state() {
        String name = text("state");
        for (State state : State.values()) {
            if (state.name().toLowerCase(Locale.ROOT).equals(name)) {
                return state;
            }
        }
        throw new IllegalArgumentException("state must be due, leased or dead");
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException(name + " must be given");
    }
}
