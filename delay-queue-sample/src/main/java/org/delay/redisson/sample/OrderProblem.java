package org.delay.redisson.sample;

/** A request that can't be fulfilled. */
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

    /** The order or message exists, but the request came too late or too early. */
    static final class Conflict extends OrderProblem {

        Conflict(String message) {
            super(message);
        }
    }
}
