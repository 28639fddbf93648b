package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for bodies that can't be written or read. Parsers quote the body in their messages. So their exceptions are not
 * passed on as causes. Only their class names and stack traces are kept.
 */
final class BodyFailures {

    /** A parser without its own depth limit ran out of stack. */
    static final String TOO_DEEP = "nested too deeply";

    /** The parser gives no position. */
    static final String WRONG_TYPE = "does not match the type";

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
