package org.delay.redisson.engine.report;

/** Numbers of things for the log: "1 message", "2 messages". */
public final class Counted {

    private Counted() {}

    /** The number, and the noun in its singular or plural. */
    public static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
