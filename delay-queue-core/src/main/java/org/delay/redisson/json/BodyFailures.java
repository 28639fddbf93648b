package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for bodies that can't be written or read. Parsers quote the body in their messages, so their exceptions are not
 * passed on as causes; only their class names and stack traces are.
 */
final class BodyFailures {

    /** A parser without a limit of its own ran out of stack. */
    static final String TOO_DEEP = "nested too deeply";

    /** The parser does not say where. */
    static final String WRONG_TYPE = "not what the type asks for";

    private BodyFailures() {}

    static IllegalArgumentException unwritable(Object object, Throwable cause) {
        return withTraceOf(
                cause,
                new IllegalArgumentException("An object of " + object.getClass().getName()
                        + " can't be written as JSON (" + kind(cause) + ")"));
    }

    static IllegalArgumentException unreadable(String body, Type type, String where, @Nullable Throwable cause) {
        return withTraceOf(
                cause,
                new IllegalArgumentException("A body of " + body.length() + " characters can't be read as "
                        + type.getTypeName() + ": " + where + (cause == null ? "" : " (" + kind(cause) + ")")));
    }

    private static String kind(Throwable cause) {
        return cause.getClass().getSimpleName();
    }

    private static IllegalArgumentException withTraceOf(@Nullable Throwable cause, IllegalArgumentException failure) {
        if (cause != null) {
            failure.setStackTrace(cause.getStackTrace());
        }
        return failure;
    }
}
