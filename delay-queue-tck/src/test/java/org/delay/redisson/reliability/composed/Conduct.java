package org.delay.redisson.reliability.composed;

/** How a handler treats a message. A message carries it, so that any instance knows; it ends when the run becomes calm. */
enum Conduct {
    RETURNS("returns"),
    IS_SLOW("takes 200 ms"),
    HANGS("hangs until it is interrupted"),
    OUTLIVES("goes on when it is interrupted"),
    THROWS("throws an exception"),
    THROWS_ERROR("throws a StackOverflowError"),
    GIVES_UP("throws PermanentFailure"),
    IS_AWAY("throws DestinationUnavailable"),
    DOES_NOT_KNOW("throws OutcomeUnknown"),
    INTERRUPTS_ITSELF("leaves its thread interrupted"),
    READS_NESTED("reads a body of 10,000 levels"),
    SENDS("sends a message"),
    CANCELS("cancels its own message"),
    BLOCKS_THE_COMMON_POOL("keeps the common pool busy"),
    CLOSES("closes the application"),
    EXITS("calls System.exit"),
    HALTS("calls Runtime.halt");

    private final String text;

    Conduct(String text) {
        this.text = text;
    }

    /** Whether its message arrives at the first attempt: what it does is none of the queue's business. */
    boolean isSound() {
        return switch (this) {
            case RETURNS, IS_SLOW, INTERRUPTS_ITSELF, SENDS, BLOCKS_THE_COMMON_POOL -> true;
            default -> false;
        };
    }

    /** Whether a dead letter is what the documents promise. */
    boolean mayEndDead() {
        return switch (this) {
            case HANGS, OUTLIVES, THROWS, THROWS_ERROR, GIVES_UP, DOES_NOT_KNOW, READS_NESTED, EXITS, HALTS -> true;
            default -> false;
        };
    }

    /** Whether it ends the JVM that it runs in. */
    boolean isDeadly() {
        return this == EXITS || this == HALTS;
    }

    @Override
    public String toString() {
        return text;
    }
}
