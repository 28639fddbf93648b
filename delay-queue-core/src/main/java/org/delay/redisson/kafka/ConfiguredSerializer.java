package org.delay.redisson.kafka;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Finds a serializer as a producer factory does: the one that it was given, else a new one of the class in its configuration. */
final class ConfiguredSerializer {

    private ConfiguredSerializer() {}

    /** @throws IllegalArgumentException if there is none */
    @SuppressWarnings("unchecked") // The factory makes its producers with it too.
    static <T> Serializer<T> of(
            @Nullable Supplier<? extends @Nullable Serializer<T>> given,
            Map<String, Object> configs,
            String name,
            boolean isKey) {
        Serializer<T> serializer = given == null ? null : given.get();
        if (serializer != null) {
            return serializer;
        }
        Object configured = configs.get(name);
        if (configured == null) {
            throw new IllegalArgumentException("The producer factory has no " + name);
        }
        Serializer<T> made = configured instanceof Class<?> type
                ? (Serializer<T>) Utils.newInstance(type)
                : instance(configured.toString());
        made.configure(configs, isKey);
        return made;
    }

    @SuppressWarnings("unchecked")
    private static <T> Serializer<T> instance(String name) {
        try {
            return Utils.newInstance(name, Serializer.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("The serializer " + name + " can't be found", e);
        }
    }
}
