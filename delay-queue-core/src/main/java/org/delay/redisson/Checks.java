package org.delay.redisson;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules for arguments, for implementations of the queue. A broken rule throws {@link IllegalArgumentException}, which
 * names the argument and its value.
 */
public final class Checks {

    /** Kafka's rule for topic names, so that every topic of the queue can be one of Kafka's. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,249}");

    /** The most shards of a service. */
    public static final int MAX_SHARDS = 1024;

    /** The longest name of an application, in characters. */
    public static final int MAX_APPLICATION_LENGTH = 200;

    private static final int MAX_ID_LENGTH = 200;

    private static final int MAX_PRIORITY = 9;

    private Checks() {}

    /** A topic: 1 to 249 letters, digits, dots, underscores or hyphens, but not "." or "..", as for Kafka. */
    public static String topic(@Nullable String topic) {
        if (".".equals(topic) || "..".equals(topic)) {
            throw new IllegalArgumentException("topic must not be '.' or '..', but is '" + topic + "'");
        }
        return name("topic", topic);
    }

    /** Whether it is a topic, by the rule of {@link #topic}. */
    public static boolean isTopic(@Nullable String topic) {
        return topic != null && NAME.matcher(topic).matches() && !".".equals(topic) && !"..".equals(topic);
    }

    /** Any other name, by the rule for topics. */
    public static String name(String argument, @Nullable String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    argument + " must be 1 to 249 letters, digits, '.', '_' or '-', but is " + quoted(name));
        }
        return name;
    }

    /** An id: 1 to 200 characters without control characters. */
    public static String id(@Nullable String id) {
        if (id == null || id.isEmpty() || id.length() > MAX_ID_LENGTH) {
            throw new IllegalArgumentException("id must have 1 to 200 characters, but is " + quoted(id));
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("id must have no control characters, but is " + quoted(id));
        }
        return unicode("id", id);
    }

    /** Text that UTF-8 can encode: half of a surrogate pair would be stored as a question mark. */
    public static String unicode(String argument, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    throw new IllegalArgumentException(
                            argument + " must be valid Unicode, but has half of a surrogate pair at " + i);
                }
                i++;
            }
        }
        return text;
    }

    /** A priority: 0 to 9. */
    public static int priority(int priority) {
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority must be 0 to 9, but is " + priority);
        }
        return priority;
    }

    /** A number of shards: 1 to {@value #MAX_SHARDS}. */
    public static int shards(int shards) {
        if (shards < 1 || shards > MAX_SHARDS) {
            throw new IllegalArgumentException("shards must be 1 to " + MAX_SHARDS + ", but is " + shards);
        }
        return shards;
    }

    /** A duration of zero or more. */
    public static Duration notNegative(String argument, @Nullable Duration duration) {
        Duration given = given(argument, duration);
        if (given.isNegative()) {
            throw new IllegalArgumentException(argument + " must not be negative, but is " + DurationText.of(given));
        }
        return given;
    }

    /** A duration of at least a millisecond. */
    public static Duration positive(String argument, @Nullable Duration duration) {
        Duration given = given(argument, duration);
        if (given.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(argument + " must be at least 1ms, but is " + DurationText.of(given));
        }
        return given;
    }

    /** The name of an application: at most 200 characters, without control characters. */
    public static String application(@Nullable String application) {
        String given = given("application", application);
        if (given.length() > MAX_APPLICATION_LENGTH || given.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("application must have at most " + MAX_APPLICATION_LENGTH
                    + " characters and no control characters, but is " + quoted(given));
        }
        return given;
    }

    /** A whole number in a range. A range up to {@link Integer#MAX_VALUE} or more has no upper limit in the message. */
    public static void range(String argument, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(argument + " must be "
                    + (most >= Integer.MAX_VALUE ? "at least " + least : least + " to " + most) + ", but is " + value);
        }
    }

    /** A duration in a range. */
    public static void range(String argument, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(argument + " must be " + DurationText.of(least) + " to "
                    + DurationText.of(most) + ", but is " + DurationText.of(value));
        }
    }

    /** Anything but null. */
    public static <T> T given(String argument, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " must be given, but is null");
        }
        return value;
    }

    /** A value for exception texts and logs: short, on one line. */
    private static String quoted(@Nullable String value) {
        if (value == null) {
            return "null";
        }
        String line = value.replaceAll("\\p{Cntrl}", "?");
        return line.length() <= 80
                ? "'" + line + "'"
                : "'" + line.substring(0, 80) + "…' (" + value.length() + " characters)";
    }
}
