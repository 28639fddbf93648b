package org.delay.redisson.json;

import java.lang.reflect.Type;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a body that can't be written or read. The parsers put pieces of the body into their messages, so their
 * exceptions are not passed on as causes; their kind and stack trace are.
 */
final class BodyFailures {

    private static final Pattern OFFSET = Pattern.compile("offset (\\d+)");

    /** Of a parser that knows no bound of its own. */
    static final String TOO_DEEP = "nested too deeply";

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

    /** Where fastjson2 gave up, which it says in its message only. */
    static String offset(Throwable cause) {
        Matcher offset = OFFSET.matcher(String.valueOf(cause.getMessage()));
        return offset.find() ? "wrong at offset " + offset.group(1) : "not what the type asks for";
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
