package org.delay.redisson.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What to do about a class of Kotlin that a JSON library can't handle. */
final class KotlinClasses {

    private KotlinClasses() {}

    /** Null if the class is not Kotlin's, or if nothing is missing for it. Type arguments are not looked at. */
    static @Nullable String remedy(Type type, Json json) {
        Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
        String missing = raw instanceof Class<?> named && isKotlin(named) ? json.missingForKotlin() : null;
        return missing == null
                ? null
                : "It is a Kotlin class: add " + missing
                        + ", and register the Kotlin module if you build the mapper yourself";
    }

    /** By name: this library does not need Kotlin. */
    private static boolean isKotlin(Class<?> type) {
        return Arrays.stream(type.getAnnotations())
                .anyMatch(annotation -> annotation.annotationType().getName().equals("kotlin.Metadata"));
    }
}
