package org.delay.redisson.reliability.composed;

/**
 * Something that happened, as a line of a journal.
 *
 * @param began when a call began, in microseconds of the epoch; else as {@code at}
 * @param at when it had happened
 * @param number the version of the body, or of what it says, the attempt
 * @param due in milliseconds of the epoch; 0 where it says nothing
 * @param text an answer, a conduct, an error
 */
record Entry(What what, long began, long at, String topic, String id, int version, int number, long due, String text) {

    private static final int FIELDS = 9;

    private static final String TAB = "\t";

    /** What can happen. */
    enum What {
        /** A send returned: text is its answer. */
        SENT,
        /** A cancel returned. */
        CANCEL,
        /** A reschedule returned; due is the earliest time that was asked for. */
        RESCHEDULE,
        /** A redrive returned. */
        REDRIVE,
        /** A handler was given a message: number is the attempt, due what the message tells. */
        BEGUN,
        /** A message took effect: in its handler, or as a record. */
        EFFECT,
        /** A handler threw. */
        THREW,
        /** A body is not what was sent. */
        GARBLED,
        /** Told to a listener: a delivery failed, and another follows. */
        RETRIED,
        /** Told to a listener: a dead letter. */
        DEAD,
        /** Told to a listener: too old. */
        EXPIRED,
        /** Found in Redis at the end; text is the state, number the failures, version the expiries. */
        LEFT,
        /** A warning or an error was logged: text is its pattern. */
        LOGGED
    }

    static Entry now(What what, String topic, String id, int version, int number, long due, String text) {
        long now = Journal.micros();
        return new Entry(what, now, now, topic, id, version, number, due, text);
    }

    String line() {
        return String.join(
                TAB,
                what.name(),
                Long.toString(began),
                Long.toString(at),
                topic,
                id,
                Integer.toString(version),
                Integer.toString(number),
                Long.toString(due),
                text.replaceAll("\\s+", " "));
    }

    /** @throws IllegalArgumentException if nobody wrote this line */
    static Entry of(String line) {
        String[] fields = line.split(TAB, FIELDS);
        if (fields.length < FIELDS) {
            throw new IllegalArgumentException("Not a line of a journal: " + line);
        }
        return new Entry(
                What.valueOf(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                fields[3],
                fields[4],
                Integer.parseInt(fields[5]),
                Integer.parseInt(fields[6]),
                Long.parseLong(fields[7]),
                fields[8]);
    }
}
