package org.delay.redisson.engine.report;

import java.util.Arrays;
import java.util.List;
import org.delay.redisson.DelayQueueException.UnreadableBody;
import org.jspecify.annotations.Nullable;

/** An exception as it is kept with a dead letter and logged: short, and without the message's body. */
public final class ErrorText {

    private static final int MAX_LENGTH = 1_000;

    private static final int MAX_MESSAGE = 400;

    /** Shorter bodies are not removed, because they often occur in a text by chance. */
    private static final int SHORTEST_BODY = 4;

    private static final int FRAMES = 4;

    /** Of an exception and of its root cause: more would not fit. */
    private static final int FRAMES_OF_EACH = 3;

    /** Frames of these say how a method was called, and not what went wrong. */
    private static final List<String> PLUMBING = List.of(
            "java.lang.reflect.",
            "java.lang.invoke.",
            "jdk.internal.reflect.",
            "sun.reflect.",
            "org.springframework.aop.",
            "org.springframework.cglib.");

    private static final int MAX_DEPTH = 20;

    private ErrorText() {}

    /** What was thrown and its root cause, and where in the application, without the frames of reflection and proxies. */
    public static String of(Throwable thrown, String body) {
        Throwable root = root(thrown);
        if (root == thrown) {
            return shortened(withPlace(thrown, body, FRAMES), MAX_LENGTH);
        }
        String outer = shortened(withPlace(thrown, body, FRAMES_OF_EACH), MAX_LENGTH / 2);
        return shortened(outer + "\ncaused by " + withPlace(root, body, FRAMES_OF_EACH), MAX_LENGTH);
    }

    private static String withPlace(Throwable thrown, String body, int frames) {
        StringBuilder text = new StringBuilder(line(thrown, body));
        Arrays.stream(thrown.getStackTrace())
                .filter(frame -> PLUMBING.stream().noneMatch(frame.getClassName()::startsWith)
                        && !frame.getClassName().contains("$$"))
                .limit(frames)
                .forEach(frame -> text.append("\n  at ").append(frame));
        return text.toString();
    }

    /** What was thrown, on one line. */
    public static String line(Throwable thrown, String body) {
        String name = thrown.getClass().getName();
        String message = message(thrown);
        if (message == null || message.isBlank()) {
            return name;
        }
        String safe = body.length() < SHORTEST_BODY ? message : message.replace(body, "…");
        return name + ": " + shortened(safe.replaceAll("\\p{Cntrl}+", " "), MAX_MESSAGE);
    }

    private static @Nullable String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            if (message != null && thrown instanceof UnreadableBody && thrown.getCause() != null) {
                // A parser quotes what it could not read.
                String cause = thrown.getCause().getMessage();
                return message.endsWith(": " + cause)
                        ? message.substring(0, message.length() - (": " + cause).length())
                        : message;
            }
            return message;
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    /** Its cause, or null if it has none, or does not say: exceptions of users may override anything. */
    public static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    /** The innermost cause; of a body that can't be read, none, since a parser quotes what it could not read. */
    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            Throwable cause = cause(root);
            if (cause == null || root instanceof UnreadableBody) {
                return root;
            }
            root = cause;
        }
        return root;
    }

    private static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }
}
