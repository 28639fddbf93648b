package org.delay.redisson.http;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object in a request. A field that is null counts as not given. Each question takes its field away, so that
 * {@link #end} finds those that are misspelt. All methods throw an {@link ApiProblem} that names the field. Not thread-safe.
 */
@RequiredArgsConstructor
final class JsonFields {

    private final String path;
    private final Map<String, @Nullable Object> values;

    static JsonFields none() {
        return new JsonFields("", new LinkedHashMap<>());
    }

    @Nullable
    String text(String name) {
        return of(name, String.class, "a string");
    }

    String required(String name) {
        return given(name, text(name));
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(of(name, Boolean.class, "true or false"));
    }

    @Nullable
    Boolean flagIfGiven(String name) {
        return of(name, Boolean.class, "true or false");
    }

    @Nullable
    Integer number(String name, int least, int most) {
        Long number = of(name, Long.class, "a whole number");
        if (number == null) {
            return null;
        }
        if (number < least || number > most) {
            throw invalid(name, "must be " + least + " to " + most + ", but is " + number);
        }
        return number.intValue();
    }

    int number(String name, int least, int most, int otherwise) {
        Integer number = number(name, least, most);
        return number == null ? otherwise : number;
    }

    @Nullable
    Duration millis(String name) {
        Long millis = of(name, Long.class, "a whole number of milliseconds");
        if (millis != null && millis < 0) {
            throw invalid(name, "must not be negative, but is " + millis);
        }
        return millis == null ? null : Duration.ofMillis(millis);
    }

    @Nullable
    Duration millis(String name, Duration least, Duration most) {
        Duration given = millis(name);
        if (given != null && (given.compareTo(least) < 0 || given.compareTo(most) > 0)) {
            throw invalid(
                    name, "must be " + least.toMillis() + " to " + most.toMillis() + ", but is " + given.toMillis());
        }
        return given;
    }

    Duration requiredMillis(String name, Duration least, Duration most) {
        return given(name, millis(name, least, most));
    }

    @Nullable
    Instant time(String name) {
        String text = text(name);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw invalid(name, "must be a time as RFC 3339 writes it, such as 2030-01-31T12:00:00Z");
        }
    }

    <E extends Enum<E>> @Nullable E constant(String name, Class<E> type) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        String allowed = Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
        throw invalid(name, "must be one of " + allowed);
    }

    Map<String, String> texts(String name) {
        JsonFields object = of(name, JsonFields.class, "an object of strings");
        Map<String, String> texts = new LinkedHashMap<>();
        if (object != null) {
            for (String key : List.copyOf(object.values.keySet())) {
                texts.put(key, object.required(key));
            }
        }
        return texts;
    }

    /** The strings of an array, none if it is not given. */
    List<String> list(String name, int most) {
        return items(name, String.class, "a string", most);
    }

    /** The objects of an array that must have one at least. */
    List<JsonFields> objects(String name, int most) {
        List<JsonFields> objects = items(name, JsonFields.class, "an object", most);
        if (objects.isEmpty()) {
            throw invalid(name, "must have 1 to " + most + " entries, but has none");
        }
        return objects;
    }

    private <T> List<T> items(String name, Class<T> type, String what, int most) {
        List<?> values = of(name, List.class, "an array");
        if (values == null) {
            return List.of();
        }
        if (values.size() > most) {
            throw invalid(name, "must have at most " + most + " entries, but has " + values.size());
        }
        List<T> items = new ArrayList<>();
        for (Object value : values) {
            if (!type.isInstance(value)) {
                throw invalid(name + "[" + items.size() + "]", "must be " + what);
            }
            items.add(type.cast(value));
        }
        return items;
    }

    /** Refuses what nobody asked for: it may be misspelt. */
    void end() {
        if (!values.isEmpty()) {
            throw invalid(values.keySet().iterator().next(), "is not known here");
        }
    }

    private <T> @Nullable T of(String name, Class<T> type, String what) {
        Object value = values.remove(name);
        if (value != null && !type.isInstance(value)) {
            throw invalid(name, "must be " + what);
        }
        return value == null ? null : type.cast(value);
    }

    private <T> T given(String name, @Nullable T value) {
        if (value == null) {
            throw invalid(name, "must be given");
        }
        return value;
    }

    private ApiProblem invalid(String name, String rule) {
        return ApiProblem.invalid(quoted(name) + " " + rule);
    }

    /** As problems name a field: {@code 'items[3].handle'}. */
    String quoted(String name) {
        return "'" + path + name + "'";
    }
}
