package org.delay.redisson.reliability;

import java.util.stream.Stream;

/**
 * A line of a ledger.
 *
 * @param at when it was written down, in microseconds of the epoch
 * @param due of the message, in milliseconds of the epoch as Redis counts them; 0 where the writer does not know it
 * @param attempt of a delivery, from 1; 0 of everything else
 */
record Entry(Event event, long at, long due, int attempt, String id) {

    private static final int FIELDS = 5;

    /** What happened to a message. */
    enum Event {
        /** Somebody is about to send it. */
        ATTEMPTED("A"),
        /** The library said that it has it. */
        ACKNOWLEDGED("K"),
        /** A handler or a Kafka consumer got it. */
        DELIVERED("D"),
        /** The library answered CANCELLED. */
        CANCELLED("C"),
        /** The library told that it is a dead letter. */
        BURIED("B");

        private final String letter;

        Event(String letter) {
            this.letter = letter;
        }
    }

    String line() {
        return event.letter + " " + at + " " + due + " " + attempt + " " + id + "\n";
    }

    /** @throws IllegalArgumentException if no writer wrote this */
    static Entry of(String line) {
        String[] fields = line.split(" ", FIELDS);
        if (fields.length < FIELDS) {
            throw new IllegalArgumentException("Not a line of a ledger: " + line);
        }
        return new Entry(
                event(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Integer.parseInt(fields[3]),
                fields[4]);
    }

    private static Event event(String letter) {
        return Stream.of(Event.values())
                .filter(event -> event.letter.equals(letter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Not an event: " + letter));
    }
}
