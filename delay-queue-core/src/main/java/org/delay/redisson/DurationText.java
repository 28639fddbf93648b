package org.delay.redisson;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Durations for people, as they write them in properties: {@code 1ms}, {@code 1.09s}, {@code 10m}, {@code 1h30m}. */
public final class DurationText {

    private static final int DECIMALS = 3;

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    private DurationText() {}

    /** The text of a duration, rounded to microseconds, and from a second on to milliseconds. */
    public static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.toSeconds() == Long.MIN_VALUE ? LONGEST : duration.negated());
        }
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return decimal(BigDecimal.valueOf(duration.toNanos(), 6)) + "ms";
        }
        StringBuilder text = new StringBuilder();
        append(text, duration.toDays(), "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        String seconds = decimal(
                BigDecimal.valueOf(duration.minusMinutes(duration.toMinutes()).toNanos(), 9));
        return seconds.equals("0") ? text.toString() : text + seconds + "s";
    }

    private static void append(StringBuilder text, long number, String unit) {
        if (number > 0) {
            text.append(number).append(unit);
        }
    }

    private static String decimal(BigDecimal number) {
        BigDecimal rounded = number.setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
