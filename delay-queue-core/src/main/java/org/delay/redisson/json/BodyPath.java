package org.delay.redisson.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where in a body something is, for example {@code items[2].price}. The keys of a map are data, so they are not shown.
 */
final class BodyPath {

    private static final String HIDDEN = "*";

    private final StringBuilder path = new StringBuilder();

    /**
     * Goes one step deeper.
     *
     * @param from the object or the class that the step starts at, or null if it is not known
     * @param name of a property, or null for an element of a list
     */
    BodyPath step(@Nullable Object from, @Nullable String name, int index) {
        if (name == null) {
            path.append(index < 0 ? "[" + HIDDEN + "]" : "[" + index + "]");
            return this;
        }
        if (!path.isEmpty()) {
            path.append('.');
        }
        path.append(isMap(from) ? HIDDEN : name);
        return this;
    }

    private static boolean isMap(@Nullable Object from) {
        return from == null
                || from instanceof Map
                || (from instanceof Class<?> type && Map.class.isAssignableFrom(type));
    }

    /** Adds the path to a description of the position. */
    String after(String position) {
        return path.isEmpty() ? position : position + ", in " + path;
    }
}
