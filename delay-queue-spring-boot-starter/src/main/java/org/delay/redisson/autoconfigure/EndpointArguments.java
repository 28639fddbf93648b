package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads values as texts. What Spring Boot could not convert, it would refuse without a reason. */
final class EndpointArguments {

    private EndpointArguments() {}

    static boolean flag(String name, @Nullable String value) {
        String text = value == null ? "false" : value.toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name + " must be true or false, but is '" + value + "'");
        }
        return text.equals("true");
    }

    static int number(String name, @Nullable String value, int byDefault) {
        Integer number = number(name, value);
        return number == null ? byDefault : number;
    }

    static @Nullable Integer number(String name, @Nullable String value) {
        try {
            return value == null ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, but is '" + value + "'", e);
        }
    }

    /** With a unit: a number without one would be milliseconds. */
    static Duration duration(String name, String value) {
        if (value.isEmpty() || Character.isDigit(value.charAt(value.length() - 1))) {
            throw noDuration(name, value, null);
        }
        try {
            return DurationStyle.detectAndParse(value);
        } catch (IllegalArgumentException e) {
            throw noDuration(name, value, e);
        }
    }

    private static IllegalArgumentException noDuration(String name, String value, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                name + " must be a duration with a unit, such as 10m, but is '" + value + "'", cause);
    }

    static <E extends Enum<E>> @Nullable E constant(String name, @Nullable String value, Class<E> type) {
        if (value == null) {
            return null;
        }
        for (E each : type.getEnumConstants()) {
            if (each.name().equalsIgnoreCase(value)) {
                return each;
            }
        }
        String names = Arrays.stream(type.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(name + " must be one of " + names + ", but is '" + value + "'");
    }
}
