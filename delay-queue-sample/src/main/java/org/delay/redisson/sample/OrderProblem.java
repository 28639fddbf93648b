package org.delay.redisson.sample;

/** What was asked for can't be done. */
abstract class OrderProblem extends RuntimeException {

    private OrderProblem(String message) {
        super(message);
    }

    /** There is no such order, or no such message. */
    static final class NotFound extends OrderProblem {

        NotFound(String what, String id) {
            super("There is no %s %s.".formatted(what, id));
        }
    }

    /** It is there, and it is too late, or too early. */
    static final class Conflict extends OrderProblem {

        Conflict(String message) {
            super(message);
        }
    }
}
