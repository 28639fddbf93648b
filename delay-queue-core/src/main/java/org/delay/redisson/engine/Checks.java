package org.delay.redisson.engine;

import java.time.Duration;

/** The rules for settings. Each failure names the field and its value. */
final class Checks {

    private Checks() {}

    static void range(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + " must be "
                    + (most >= Integer.MAX_VALUE ? "at least " + least : least + " to " + most) + ", but is " + value);
        }
    }

    static void range(String field, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(field + " must be " + least + " to " + most + ", but is " + value);
        }
    }
}
