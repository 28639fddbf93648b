package org.delay.redisson.autoconfigure;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads values as texts. What Spring Boot could not convert, it would refuse without a reason. */
final class JournalEndpointValues {

    private JournalEndpointValues() {}

    static boolean flag(String name, @Nullable String value) {
        String text = value == null ? "false" : value.toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(name + " must be true or false, but is '" + value + "'");
        }
        return text.equals("true");
    }

    static int number(String name, @Nullable String value, int byDefault) {
        try {
            return value == null ? byDefault : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, but is '" + value + "'", e);
        }
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
