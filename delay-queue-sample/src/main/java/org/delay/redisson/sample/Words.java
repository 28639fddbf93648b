package org.delay.redisson.sample;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Formats orders and times for the log. */
final class Words {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private Words() {}

    static String of(Order order, String what, String more) {
        return "%-7s %-11s %s".formatted(order.item(), what, more);
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
