package org.delay.redisson.json;

import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.delay.redisson.BodyConverter.InvalidBody;
import org.delay.redisson.BodyConverter.UnsendableBody;
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

    /** The top of the recursion says all; its other thousand frames are the same. */
    private static final int MAX_FRAMES = 20;

    private BodyFailures() {}

    static IllegalArgumentException unwritable(Object object, Json json, Throwable cause) {
        IllegalArgumentException failure = unwritable(object, json, "", cause);
        String remedy = remedy(object.getClass(), json, cause);
        return remedy == null
                ? failure
                : withTraceOf(cause, new UnsendableBody(String.valueOf(failure.getMessage()), remedy));
    }

    /** fastjson2 needs more than a class of Kotlin to write it, and more than a record that only its package sees. */
    private static @Nullable String remedy(Class<?> type, Json json, Throwable cause) {
        String kotlin = KotlinClasses.remedy(type, json);
        boolean isHidden = type.isRecord() && !Modifier.isPublic(type.getModifiers());
        return kotlin == null && isHidden && cause instanceof UnsupportedOperationException
                ? "Declare the record public, or give its components names without 'is'"
                : kotlin;
    }

    /** The writer ran out of stack, or noticed that it would. */
    static IllegalArgumentException endless(Object object, Json json, Throwable cause) {
        return unwritable(object, json, ": it contains itself, or is " + TOO_DEEP, cause);
    }

    private static IllegalArgumentException unwritable(Object object, Json json, String why, Throwable cause) {
        return withTraceOf(cause, unwritable(object, json, why + " (" + kind(cause) + ")"));
    }

    private static IllegalArgumentException unwritable(Object object, Json json, String why) {
        return new IllegalArgumentException(
                "An object of " + object.getClass().getName() + " can't be written as JSON by " + json + why);
    }

    /** The names of JSON are texts. */
    static IllegalArgumentException unwritableKey(Object object, Json json) {
        return unwritable(
                object, json, ": a map has a key that is not written as text. Use texts, numbers or enums as keys");
    }

    /**
     * The body does not match the type.
     *
     * @param remedy what may be missing to read the type, as a sentence
     */
    static InvalidBody unreadable(
            String body, Type type, String where, @Nullable Throwable cause, @Nullable String remedy) {
        String kind = cause == null ? "" : " (" + kind(cause) + ")";
        String reason = where + kind + (remedy == null ? "" : ". " + remedy);
        return withTraceOf(
                cause,
                new InvalidBody(
                        "A body of " + body.length() + " characters can't be read as " + type.getTypeName() + ": "
                                + reason,
                        reason));
    }

    static String kind(Throwable failure) {
        return cause(failure).getClass().getSimpleName();
    }

    /** Jackson 2's exceptions are checked ones, and come wrapped. */
    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof UncheckedIOException && cause != null ? cause : failure;
    }

    private static <E extends RuntimeException> E withTraceOf(@Nullable Throwable cause, E failure) {
        if (cause != null) {
            StackTraceElement[] frames = cause(cause).getStackTrace();
            failure.setStackTrace(
                    cause instanceof StackOverflowError && frames.length > MAX_FRAMES
                            ? Arrays.copyOf(frames, MAX_FRAMES)
                            : frames);
        }
        return failure;
    }
}
